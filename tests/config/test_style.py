"""The style page shows all components of the design system, on development servers only."""

import pytest
from django.test import Client
from django.urls import path

from config import urls
from config.site_pages import style
from tests.browser.accessible import faults, faults_in_the_dark
from tests.browser.page_reading import width_of

urlpatterns = [path("style/", style), *urls.urlpatterns]


@pytest.mark.django_db
def test_production_server_has_no_style_page():
    assert Client().get("/style/").status_code == 404


@pytest.mark.rotates(4)
@pytest.mark.urls("tests.config.test_style")
@pytest.mark.django_db(transaction=True)
def test_every_piece_is_readable_in_each_scheme_and_fits_on_a_phone(new_page, live_server):
    page = new_page({"width": 320, "height": 640}, color_scheme="light")
    page.goto(f"{live_server.url}/style/")
    assert faults(page) + faults_in_the_dark(page) == []
    assert width_of(page) <= 320
    page.emulate_media(forced_colors="active")
    assert width_of(page) <= 320

"""A crawl follows every link of every page and sends forms with each of their buttons."""

from __future__ import annotations

import re
from collections import Counter, deque
from copy import deepcopy
from urllib.parse import urlencode, urljoin, urlsplit

from django.db import transaction
from django.urls import reverse

from tests import pseudo_language
from tests.tournaments.all_features.judges import Page
from tournaments.models import Pairing, Player

#: Files that are not pages and have no words to check: each is made one time.
FILE = re.compile(r"\.(pdf|csv|ics|h9|trf\d\d|json|xlsx)$")


class Crawler:
    """A crawler that opens every address it finds and gives the page to the judges.

    It opens `each` addresses of one kind, and only those that begin with `near`. `sent` counts the forms that were
    sent, if it `sends` them. `files` counts the files that were made. Several crawlers may share both. Unless it
    `derives`, the derivations of all numbers are one kind.
    """

    def __init__(
        self, client, facts, bench, sent=None, files=None, *, sends, each=1, derives=True, near=("/",), language=""
    ):
        self.client, self.facts, self.bench, self.sends = client, facts, bench, sends
        self.each, self.derives, self.near, self.ids = each, derives, near, set()
        if facts.is_marked or language:
            self.client.defaults["HTTP_ACCEPT_LANGUAGE"] = language or pseudo_language.LANGUAGE
        self.client.raise_request_exception = True
        self.sent, self.files = Counter() if sent is None else sent, Counter() if files is None else files
        self.opened, self.patterns, self.pages = Counter(), set(), []

    def crawl(self, *addresses):
        todo, seen = deque(addresses), set(addresses)
        self.ids = {found for model in (Player, Pairing) for found in model.objects.values_list("public_id", flat=True)}
        while todo:
            address = todo.popleft()
            answer = self.client.get(address)
            page = self.hand_over(answer, address)
            if answer.status_code == 404:  # a script replaces the 0 with the id of the page
                self.opened[self.kind(address)] -= 1
                continue
            if answer.status_code in {301, 302}:
                found = [answer["Location"]]
            elif page is None:
                continue
            else:
                found = [link for link in page.links if link]
                found += [self.address_of_form(form) for form in page.forms if form.method == "get"]
                for form in page.forms if self.sends else ():
                    if form.method == "post":
                        self.send(urljoin(address, form.attributes.get("action") or address), form)
            for each in found:
                link = urljoin(address, each).split("#")[0]
                kind = self.kind(link)
                times = self.files if FILE.search(kind[0]) else self.opened
                if link.startswith(self.near) and link not in seen and times[kind] < self.each:
                    times[kind] += 1
                    seen.add(link)
                    todo.append(link)

    @staticmethod
    def address_of_form(form):
        """Return the address that a form with method GET leads to, with a result where one is typed."""
        values = {name: value or "0-1" if name in form.typed else value for name, value in form.values.items()}
        return f"{form.attributes.get('action', '')}?{urlencode(values)}"

    def kind(self, address):
        parts = urlsplit(address)
        path = "/".join("#" if part in self.ids or re.search(r"\d", part) else part for part in parts.path.split("/"))
        if not self.derives:
            path = re.sub(r"(/standings/[^/]+/).+", r"\1#", path)
        return path, frozenset(re.findall(r"(\w+)=", parts.query))

    def send(self, address, form):
        """Send a form with each of its buttons, empty, and full of nonsense; no change stays."""
        if address == reverse("tournaments:language"):  # after it, all pages would be in another language
            return
        values = {name: value for name, value in form.values.items() if name != "csrfmiddlewaretoken"}
        kind = self.kind(address)[0], frozenset(form.typed), frozenset(form.buttons)
        if self.sent[kind] >= 1:
            return
        self.sent[kind] += 1
        buttons = [dict([button]) for button in form.buttons] or [{}]
        ways = [values | button for button in buttons]
        if form.typed:
            ways += [values | dict.fromkeys(form.typed, nonsense) | buttons[0] for nonsense in ("", "☃ 99999")]
        for way in ways:
            before, cookies = transaction.savepoint(), deepcopy(self.client.cookies)
            answer = self.client.post(address, way)
            self.hand_over(answer, f"POST {address} {way}")
            if answer.status_code == 302:
                self.hand_over(self.client.get(answer["Location"]), f"after POST {address} {way}")
            transaction.savepoint_rollback(before)
            self.client.cookies = cookies  # a visitor who has signed out is signed in again

    def hand_over(self, answer, address):
        """Give a page to the judges; return its content, or None if the answer is not a page."""
        if answer.status_code == 200 and answer.request["REQUEST_METHOD"] == "GET":
            self.patterns.add(answer.resolver_match.route)
        assert answer.status_code < 500, address
        if "html" not in answer.get("Content-Type", "") or not answer.content:
            return None
        page = Page(address, answer.content.decode(), self.facts)
        self.bench.judge(page)
        self.pages.append(page)
        return pseudo_language.read(page.html)

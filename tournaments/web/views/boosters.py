"""Who sits where in a booster draft: each pod as a circle of seats."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.border.boosters import draft_pods
from tournaments.models import Player
from tournaments.web.views.common import find
from tournaments.web.views.memory import from_memory
from tournaments.web.views.public import frame

#: How far the seats are from the middle of the picture, whose sides are 100.
RADIUS = 40


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat of the picture: its number, who sits there, and where it stands, from left and top; 1 is at the top."""

    number: int
    player: Player
    x: int
    y: int


@from_memory()
def pods(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The seats of the draft that a round belongs to, to be looked at and printed."""
    head = frame(find(request, slug))
    round_ = next((each for each in head["shown_rounds"] if each.number == number), None)
    if round_ is None:
        raise Http404
    found = draft_pods(round_)
    circles = [_circle(pod) for pod in found.pods] if found else []
    context = {**head, "round": round_, "draft": found, "circles": circles, "live": False}
    return render(request, "tournaments/booster_pods.html", context)


def _circle(pod: tuple[Player, ...]) -> list[Seat]:
    """The seats of a pod, clockwise from the top."""
    turn = 2 * pi / len(pod)
    return [
        Seat(at + 1, player, round(50 + RADIUS * sin(at * turn)), round(50 - RADIUS * cos(at * turn)))
        for at, player in enumerate(pod)
    ]

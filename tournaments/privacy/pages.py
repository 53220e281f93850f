"""The organiser's page that erases the personal data of one player, one member of a team, or one sign-up."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.core.journal.errors import Refused
from tournaments.core.rights import Right
from tournaments.core.words.names import isolate
from tournaments.models import Erasure, Player, SignUp, TeamMember, Tournament
from tournaments.privacy import erasing
from tournaments.privacy.erasing import ChosenRow
from tournaments.self_service import sign_ups
from tournaments.web.common import Desk, frame, staff_only, who


def _person(tournament: Tournament, public_id: str) -> Player | TeamMember | SignUp:
    """Return the player, team member or ended sign-up with this public id. Raises Http404."""
    found: Player | TeamMember | SignUp | None = (
        TeamMember.objects.filter(team__tournament=tournament, public_id=public_id).first()
        or tournament.players.filter(public_id=public_id).first()
        or sign_ups.ended_sign_ups(tournament).filter(public_id=public_id).first()
    )
    if found is None:
        raise Http404
    return found


@staff_only(Right.ADMINISTER)
def erase(request: HttpRequest, desk: Desk, player_id: str) -> HttpResponse:
    """Show the effects of erasing a player, and ask for confirmation."""
    person = _person(desk.tournament, player_id)
    team = person.team if isinstance(person, TeamMember) else person
    if isinstance(person, SignUp):
        back = reverse("tournaments:sign-ups", args=[desk.tournament.slug])
    else:
        back = reverse("tournaments:player-change", args=[desk.tournament.slug, team.public_id])
    if request.method == "POST":
        try:
            (erasure, *_others) = erasing.erase_player(who(request), desk.tournament, person)
        except Refused as refusal:
            messages.error(request, refusal.text)
        else:
            messages.success(request, _("Personal data erased. The new name is {name}.").format(name=erasure.new_name))
        return redirect(back)
    chosen_row = ChosenRow(type(person).__name__.lower(), person.public_id)
    (preview, *_more) = erasing.preview(erasing.find_ticked_rows([chosen_row]))
    members = list(person.members.all()) if isinstance(person, Player) else []
    if not members and Erasure.objects.filter(kind=chosen_row.kind, key=chosen_row.key).exists():
        messages.info(request, _("The personal data of this player was erased and cannot be entered again."))
        return redirect(back)
    context = frame(
        desk, person=person, team=team, back=back, preview=preview, members=members, said=isolate(person.name)
    )
    return render(request, "privacy/erase.html", context)

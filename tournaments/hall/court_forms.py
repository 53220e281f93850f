"""How matches are called to courts, as an organiser sets it up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.words import names, values
from tournaments.models import Tournament
from tournaments.models.courts import LONGEST_MATCH, LONGEST_REST, MOST_COURTS, USUAL_MINUTES, CourtSettings, Referees
from tournaments.schedule.forms import RefereesField
from tournaments.web.fields import PlainForm

#: So many names are of several persons at most, of so many letters.
MOST_NAMES, LONGEST_LIST = 50, 3000


class CallingForm(PlainForm):
    count = forms.IntegerField(
        label=gettext_lazy("How many matches can be played at once"), min_value=1, max_value=MOST_COURTS
    )
    rest = forms.IntegerField(
        label=gettext_lazy("Minutes of rest between two matches of a player"),
        min_value=0,
        max_value=LONGEST_REST,
        initial=0,
        help_text=gettext_lazy("0: no rest is needed."),
    )
    waits = forms.BooleanField(
        label=gettext_lazy("Never propose a match before its players have rested"),
        required=False,
        initial=True,
        help_text=gettext_lazy("Otherwise such a match is proposed when no other can be played."),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes per match"),
        min_value=1,
        max_value=LONGEST_MATCH,
        initial=USUAL_MINUTES,
        help_text=gettext_lazy("For the expected times, until three matches of a stage have ended."),
    )
    by_itself = forms.BooleanField(
        label=gettext_lazy("Call the next match automatically"),
        required=False,
        help_text=gettext_lazy("As soon as a result frees a place. Otherwise the match is proposed, and you call it."),
    )
    planned = forms.ChoiceField(
        label=gettext_lazy("Planned times"),
        choices=(
            ("on-time", gettext_lazy("No match is proposed before its time")),
            ("soon", gettext_lazy("As soon as possible, in the planned order")),
            ("", gettext_lazy("Remove them")),
        ),
        required=False,
    )
    referees = RefereesField()
    closed = forms.CharField(
        label=gettext_lazy("Closed now"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Numbers that are not used now, such as 3 or 5-6."),
    )
    by_hand = forms.CharField(
        label=gettext_lazy("Reserved for matches that you choose"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Numbers to which no match is proposed, for example for a final or a stream."),
    )
    apart = forms.CharField(
        label=gettext_lazy("Different people with the same name"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea(attrs={"rows": 3, "translate": "no", "spellcheck": "false"}),
        help_text=gettext_lazy("One name per line. All others with the same name in two sections count as one person."),
    )

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        sections: Sequence[Tournament] = (),
        initial: Mapping[str, object] | None = None,
        now: CourtSettings | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.plans = now.plans if now is not None else {}
        if not self.plans:
            del self.fields["planned"]
        self.sections = sections if len(sections) > 1 else ()
        if not self.sections:
            del self.fields["apart"]
        for section in self.sections:
            self.fields[f"only-{section.slug}"] = forms.CharField(
                label=_("Reserved for {section}").format(section=names.isolate(section.section)),
                required=False,
                max_length=200,
            )

    @classmethod
    def of(cls, courts: CourtSettings | None, sections: Sequence[Tournament]) -> CallingForm:
        if courts is None:
            return cls(sections=sections)
        numbers = {
            slug: [n for n, only in courts.reserved.items() if only == slug] for slug in courts.reserved.values()
        }
        initial = {
            "count": courts.count,
            "rest": courts.rest,
            "waits": courts.waits,
            "minutes": courts.minutes,
            "by_itself": courts.by_itself,
            "referees": courts.referees,
            "planned": "on-time" if courts.on_time else "soon",
            "closed": values.ranges_as_text(sorted(courts.closed)),
            "by_hand": values.ranges_as_text(sorted(numbers.get("", []))),
            "apart": "\n".join(sorted(courts.apart)),
        }
        initial |= {f"only-{slug}": values.ranges_as_text(sorted(found)) for slug, found in numbers.items() if slug}
        return cls(initial=initial, sections=sections, now=courts)

    def clean(self) -> None:
        """Numbers read, each of which is reserved at most once."""
        given = self.cleaned_data
        taken: set[int] = set()
        for name in ("closed", "by_hand", *(f"only-{section.slug}" for section in self.sections)):
            try:
                found = values.read_ranges(given.get(name, ""))
            except values.NotNumbers:
                self.add_error(name, _("Enter numbers such as 3 or 5-6."))
                continue
            if name != "closed" and taken & found:
                self.add_error(name, _("Number {n} is reserved twice.").format(n=min(taken & found)))
            if name != "closed":
                taken |= found
            given[name] = found

    def clean_apart(self) -> list[str]:
        lines = [line.strip() for line in self.cleaned_data["apart"].splitlines() if line.strip()]
        if len(lines) > MOST_NAMES:
            raise ValidationError(_("Enter at most {most} names.").format(most=MOST_NAMES))
        try:
            return [names.clean_name(line) for line in lines]
        except names.NotAName as error:
            raise ValidationError(str(error)) from error

    @property
    def courts(self) -> CourtSettings:
        given = self.cleaned_data
        reserved = dict.fromkeys(given["by_hand"], "")
        for section in self.sections:
            reserved |= dict.fromkeys(given[f"only-{section.slug}"], section.slug)
        return CourtSettings(
            given["count"],
            frozenset(given["closed"]),
            reserved,
            given["rest"],
            given["waits"],
            given["minutes"],
            given["by_itself"],
            frozenset(given.get("apart", ())),
            self.plans if given.get("planned") else {},
            given.get("planned") != "soon",
            Referees(given["referees"]),
        )

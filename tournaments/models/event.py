"""An event: several tournaments, its sections, under one name, with one public page and one desk."""

from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

#: Together with what stands between them they make the name of a tournament, which has room for LONGEST_WHOLE.
LONGEST_NAME = 60
LONGEST_SECTION = 30


def whole_name(event: str, section: str) -> str:
    """What a section is called wherever it stands alone: "Spring Open – B"."""
    return f"{event} – {section}"


class Event(models.Model):
    """Who sees it, who runs it and when it is follow from its sections: it has no rights, date or journal itself."""

    slug = models.SlugField(_("address"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        db_table_comment = "Names over several tournaments, which are its sections."
        constraints = (models.CheckConstraint(condition=~models.Q(name=""), name="event_has_name"),)

    def __str__(self) -> str:
        return self.name


#: No two sections of an event have one name, however it is written.
NAMED_ONCE = models.UniqueConstraint("event", Lower("section"), name="section_named_once")
#: Who is in an event has a name in it, and nobody else has one.
IN_OR_OUT = models.CheckConstraint(
    condition=models.Q(event__isnull=True, section="", place=0)
    | (models.Q(event__isnull=False, place__gte=1) & ~models.Q(section="")),
    name="section_of_event",
)

from django.db import migrations, models
from django.db.models.deletion import CASCADE


class Migration(migrations.Migration):
    """Indexes that others begin with, and a constraint that another one holds, are gone."""

    dependencies = (("tournaments", "0047_external_ids"),)

    operations = (
        migrations.AlterField(
            "appearance",
            "pairing",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                null=True,
                on_delete=CASCADE,
                related_name="appearances",
                to="tournaments.pairing",
            ),
        ),
        migrations.AlterField(
            "appearance",
            "round",
            models.ForeignKey(
                db_index=False, on_delete=CASCADE, related_name="appearances", to="tournaments.round"
            ),
        ),
        migrations.AlterField(
            "pairing",
            "round",
            models.ForeignKey(db_index=False, on_delete=CASCADE, related_name="pairings", to="tournaments.round"),
        ),
    )

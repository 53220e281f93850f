from django.db import migrations, models


class Migration(migrations.Migration):
    """An address may hold what somebody has typed."""

    dependencies = (("tournaments", "0049_round_clock"),)

    operations = (
        migrations.AlterField("task", "back", models.TextField()),
        migrations.AlterField("task", "to", models.TextField(blank=True)),
    )

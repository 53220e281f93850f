from typing import Any

from django.db import migrations, models

from tournaments.core.orm import Derived
from tournaments.core.words.names import name_key


def sort_names(apps: Any, schema_editor: Any) -> None:
    """Give every player the sort key of the name."""
    Player = apps.get_model('tournaments', 'Player')
    zones = dict(apps.get_model('tournaments', 'Tournament').objects.values_list('pk', 'time_zone'))
    for key, zone in zones.items():
        players = list(Player.objects.filter(tournament_id=key).only('pk', 'name'))
        for player in players:
            player.name_key = name_key(player.name, zone)
        Player.objects.bulk_update(players, ['name_key'], batch_size=1000)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0079_checks_of_rows'),
    ]

    operations = [
        migrations.AlterModelOptions(
            name='player',
            options={'ordering': ('name_key', 'sort_key', 'pk')},
        ),
        migrations.AddField(
            model_name='player',
            name='name_key',
            field=Derived(default='', editable=False, max_length=400),
        ),
        migrations.AddField(
            model_name='signup',
            name='rank',
            field=models.CharField(blank=True, default='', max_length=3),
        ),
        migrations.RunPython(sort_names, migrations.RunPython.noop),
    ]

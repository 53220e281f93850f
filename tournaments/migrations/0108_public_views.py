from django.db import migrations

from tournaments.migrations._steps import run_sql


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0107_finding'),
    ]

    operations = [
        run_sql('public_views', 1),
    ]

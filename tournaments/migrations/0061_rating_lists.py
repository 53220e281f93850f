"""Rating lists, and what tournaments and players have of them.

pg_trgm finds names with typing errors. It is a trusted extension: whoever may make tables here may make it. Where
PostgreSQL does not have it or does not let us, names are found by how they begin.
"""

from django.apps.registry import Apps
from django.db import DatabaseError, migrations, models, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def trigrams(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_available_extensions WHERE name = 'pg_trgm'")
        if cursor.fetchone() is None:
            return
        try:
            with transaction.atomic(using=schema_editor.connection.alias):
                cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")
        except DatabaseError as error:
            print(f"\npg_trgm could not be made ({error}): names in rating lists are found without typing errors only.")


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0060_ranks_and_handicaps'),
    ]

    operations = [
        migrations.RunPython(trigrams, migrations.RunPython.noop),
        migrations.CreateModel(
            name='RatingList',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('listed_on', models.DateField(verbose_name='date')),
                ('is_fide', models.BooleanField(default=False)),
                ('fuzzy', models.BooleanField(default=False)),
                ('lines', models.PositiveIntegerField(default=0)),
                ('loaded_at', models.DateTimeField(auto_now_add=True)),
            ],
            options={
                'ordering': ('name', '-listed_on'),
                'constraints': [
                    models.UniqueConstraint(fields=('name', 'listed_on'), name='rating_list_once'),
                    models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='rating_list_has_name'),
                ],
            },
        ),
    ]

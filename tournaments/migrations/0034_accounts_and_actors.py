from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def the_first_account_owns_the_server(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    User = apps.get_model('tournaments', 'User')
    if not User.objects.filter(is_superuser=True).exists():
        first = User.objects.filter(is_active=True).order_by('pk').first()
        if first is not None:
            User.objects.filter(pk=first.pk).update(is_superuser=True)


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0033_tally'),
    ]

    operations = [
        migrations.AddField(
            model_name='journalentry',
            name='actor_name',
            field=models.CharField(blank=True, default='', max_length=150),
        ),
        migrations.AddField(
            model_name='user',
            name='signed_out',
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.RunPython(the_first_account_owns_the_server, migrations.RunPython.noop),
    ]

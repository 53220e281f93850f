from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0077_reports_of_boards'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='club_teams',
            field=models.JSONField(editable=False, null=True),
        ),
        migrations.AddField(
            model_name='round',
            name='booster_pods',
            field=models.JSONField(default=list),
        ),
    ]

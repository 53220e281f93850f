from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0054_report'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='players_decide',
            field=models.BooleanField(default=False, verbose_name='players check in, ask for byes and leave by their badges'),
        ),
    ]

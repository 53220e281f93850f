import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0070_official_rating'),
    ]

    operations = [
        migrations.AddField(
            model_name='round',
            name='began_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='round',
            name='late',
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name='tournament',
            name='default_minutes',
            field=models.PositiveSmallIntegerField(blank=True, null=True, validators=[django.core.validators.MaxValueValidator(120)], verbose_name='default time in minutes'),
        ),
    ]

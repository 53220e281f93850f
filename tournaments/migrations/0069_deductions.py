from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0067_arbiters_work'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='deductions',
            field=models.JSONField(default=list),
        ),
    ]

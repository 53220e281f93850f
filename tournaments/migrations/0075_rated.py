from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0074_pods'),
    ]

    operations = [
        migrations.AddField(
            model_name='result',
            name='rated',
            field=models.JSONField(null=True),
        ),
    ]

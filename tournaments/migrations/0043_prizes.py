from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0042_operations'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='prizes',
            field=models.JSONField(editable=False, null=True),
        ),
    ]

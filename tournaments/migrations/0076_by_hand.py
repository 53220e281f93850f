from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0075_rated'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='outside',
            field=models.DecimalField(blank=True, decimal_places=3, max_digits=9, null=True, verbose_name='value from outside'),
        ),
        migrations.AddField(
            model_name='player',
            name='placed',
            field=models.JSONField(null=True),
        ),
    ]

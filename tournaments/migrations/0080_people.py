from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0079_checks_of_rows'),
    ]

    operations = [
        migrations.AddField(
            model_name='signup',
            name='rank',
            field=models.CharField(blank=True, default='', max_length=3),
        ),
    ]

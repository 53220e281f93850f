from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0069_deductions_and_start_positions'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='official_rating',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='official rating'),
        ),
        migrations.AddField(
            model_name='player',
            name='rating_source',
            field=models.CharField(blank=True, default='', max_length=60, verbose_name='rating from'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('official_rating__lte', 9999)), name='player_official_rating'),
        ),
    ]

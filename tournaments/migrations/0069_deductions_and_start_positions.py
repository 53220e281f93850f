from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0068_expelled'),
    ]

    operations = [
        migrations.AddField(
            model_name='player',
            name='deductions',
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name='tournament',
            name='start_positions',
            field=models.CharField(blank=True, choices=[('', 'chess'), ('round', 'Chess960, one position for all tables of a round'), ('table', 'Chess960, each table its own position')], default='', max_length=5, verbose_name='games start from'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('start_positions', ''), models.Q(('game', 'chess'), ('start_positions__in', ('round', 'table'))), _connector='OR'), name='tournament_start_positions'),
        ),
    ]

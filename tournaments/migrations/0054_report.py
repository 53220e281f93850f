import django.core.validators
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0053_webhooks'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='players_report',
            field=models.BooleanField(default=False, verbose_name='players report results by their badges'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='report_minutes',
            field=models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(1440)], verbose_name='minutes after which a report counts that nobody disputes'),
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('said', models.CharField(max_length=40)),
                ('at', models.DateTimeField()),
                ('due_at', models.DateTimeField(null=True)),
                ('disputed_at', models.DateTimeField(null=True)),
                ('version', models.PositiveBigIntegerField()),
                ('pairing', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='tournaments.pairing')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='tournaments.player')),
            ],
            options={
                'ordering': ('at', 'pk'),
                'indexes': [models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='report_by_time')],
                'constraints': [models.UniqueConstraint(fields=('pairing', 'player'), name='report_once')],
            },
        ),
    ]

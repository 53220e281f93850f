import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0061_rating_lists'),
    ]

    operations = [
        migrations.CreateModel(
            name='Call',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round_number', models.PositiveSmallIntegerField(null=True)),
                ('table', models.PositiveSmallIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('answered_at', models.DateTimeField(null=True)),
                ('answered_by', models.CharField(blank=True, max_length=100)),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='call', to='tournaments.player')),
            ],
            options={
                'ordering': ('at', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('round_number__isnull', True), ('table__isnull', True)), models.Q(('round_number__isnull', False), ('table__isnull', False)), _connector='OR'), name='call_from_a_table_or_none')],
            },
        ),
    ]

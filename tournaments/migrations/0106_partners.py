from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0104_readings'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='of_partners',
            field=models.BooleanField(db_comment='Whether two play against two, with partners who change.', db_default=False, default=False, editable=False),
        ),
        migrations.AddField(
            model_name='tournament',
            name='by_score',
            field=models.BooleanField(db_comment='Whether the score of the own side is what a player gets.', db_default=False, default=False, help_text='Otherwise, points are for wins, draws and losses, and scores only break ties.', verbose_name='each player gets the score of the own side as points'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('of_partners', False), models.Q(('best_of', 1), ('by_games', False), ('of_pods', False), ('of_teams', False)), _connector='OR'), name='tournament_of_partners'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('by_score', False), models.Q(('of_partners', True), ('score_kind', 'points')), _connector='OR'), name='tournament_by_score'),
        ),
    ]

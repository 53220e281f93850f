"""Pods: tables of three or four, each for themselves, and the outcome of each of them."""

from django.db import migrations, models

BEFORE = """
CREATE OR REPLACE FUNCTION tournaments_result_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    rules record;
    needed integer;
BEGIN
    SELECT coalesce(r.best_of, t.best_of) AS best_of, t.draws_allowed OR coalesce(r.best_of, 1) % 2 = 0 AS draws_allowed,
           t.score_kind, t.score_total, t.of_teams INTO rules
      FROM tournaments_pairing p
      JOIN tournaments_round r ON r.id = p.round_id
      JOIN tournaments_tournament t ON t.id = r.tournament_id
     WHERE p.id = NEW.pairing_id;
    needed := rules.best_of / 2 + 1;
    IF NEW.decision = 'forfeit' THEN
        IF 'draw' IN (NEW.first, NEW.second) OR (NEW.first = 'win' AND NEW.second = 'win')
           OR NEW.games_first IS NOT NULL OR NEW.score_first IS NOT NULL THEN
            RAISE check_violation USING MESSAGE = 'a forfeit is won by one player or lost by both', CONSTRAINT = 'result_forfeit';
        END IF;
        RETURN NEW;
    END IF;
    IF NOT rules.draws_allowed AND 'draw' IN (NEW.first, NEW.second) THEN
        RAISE check_violation USING MESSAGE = 'no draws in this tournament', CONSTRAINT = 'result_draw';
    END IF;
    IF NEW.decision = 'played' AND (NEW.first, NEW.second) NOT IN (('win', 'loss'), ('loss', 'win'), ('draw', 'draw')) THEN
        RAISE check_violation USING MESSAGE = 'one wins and the other loses, or both draw', CONSTRAINT = 'result_sides';
    END IF;
    IF NEW.games_first IS NULL THEN
        IF rules.best_of > 1 AND rules.score_kind = '' AND NEW.decision = 'played' THEN
            RAISE check_violation USING MESSAGE = 'the games are missing', CONSTRAINT = 'result_games';
        END IF;
    ELSIF rules.best_of = 1
       OR ((rules.best_of % 2 = 0 OR rules.of_teams)
           AND NEW.games_first + NEW.games_second + NEW.games_drawn > rules.best_of)
       OR (rules.best_of % 2 = 1 AND NOT rules.of_teams AND (greatest(NEW.games_first, NEW.games_second) > needed
           OR least(NEW.games_first, NEW.games_second) >= needed OR NEW.games_drawn > rules.best_of))
       OR (NEW.decision = 'played' AND NEW.first <> CASE WHEN NEW.games_first > NEW.games_second THEN 'win'
           WHEN NEW.games_first < NEW.games_second THEN 'loss' ELSE 'draw' END) THEN
        RAISE check_violation USING MESSAGE = 'the games do not fit the tournament', CONSTRAINT = 'result_games';
    END IF;
    IF NEW.score_first IS NULL THEN
        IF rules.score_kind <> '' AND NEW.decision = 'played' THEN
            RAISE check_violation USING MESSAGE = 'the scores are missing', CONSTRAINT = 'result_score';
        END IF;
    ELSIF rules.score_kind = ''
       OR NEW.score_first + NEW.score_second <> rules.score_total * rules.best_of
       OR (NEW.decision = 'played' AND NEW.first <> CASE WHEN NEW.score_first > NEW.score_second THEN 'win'
           WHEN NEW.score_first < NEW.score_second THEN 'loss' ELSE 'draw' END) THEN
        RAISE check_violation USING MESSAGE = 'the scores do not fit the tournament', CONSTRAINT = 'result_score';
    END IF;
    RETURN NEW;
END $$;
"""

AFTER = """
CREATE OR REPLACE FUNCTION tournaments_result_fits() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    rules record;
    needed integer;
    sides text[];
    won integer;
    drawn integer;
BEGIN
    SELECT coalesce(r.best_of, t.best_of) AS best_of, t.draws_allowed OR coalesce(r.best_of, 1) % 2 = 0 AS draws_allowed,
           t.score_kind, t.score_total, t.of_teams, t.of_pods INTO rules
      FROM tournaments_pairing p
      JOIN tournaments_round r ON r.id = p.round_id
      JOIN tournaments_tournament t ON t.id = r.tournament_id
     WHERE p.id = NEW.pairing_id;
    needed := rules.best_of / 2 + 1;
    IF rules.of_pods THEN
        sides := ARRAY[NEW.first, NEW.second] || string_to_array(nullif(NEW.others, ''), ' ');
        won := coalesce(array_length(array_positions(sides, 'win'), 1), 0);
        drawn := coalesce(array_length(array_positions(sides, 'draw'), 1), 0);
        IF array_length(sides, 1) <> (SELECT count(*) FROM tournaments_appearance WHERE pairing_id = NEW.pairing_id) THEN
            RAISE check_violation USING MESSAGE = 'a pod has an outcome for each of its players', CONSTRAINT = 'result_pod_sides';
        END IF;
        IF won > 1 OR (won = 1 AND drawn > 0) OR drawn = 1 OR NEW.decision = 'adjourned'
           OR (drawn > 0 AND (NEW.decision = 'forfeit' OR NOT rules.draws_allowed))
           OR (NEW.decision = 'played' AND won + drawn = 0) THEN
            RAISE check_violation USING MESSAGE = 'one wins, or two or more draw', CONSTRAINT = 'result_pod';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.others <> '' THEN
        RAISE check_violation USING MESSAGE = 'this is no pod', CONSTRAINT = 'result_pod_sides';
    END IF;
    IF NEW.decision = 'forfeit' THEN
        IF 'draw' IN (NEW.first, NEW.second) OR (NEW.first = 'win' AND NEW.second = 'win')
           OR NEW.games_first IS NOT NULL OR NEW.score_first IS NOT NULL THEN
            RAISE check_violation USING MESSAGE = 'a forfeit is won by one player or lost by both', CONSTRAINT = 'result_forfeit';
        END IF;
        RETURN NEW;
    END IF;
    IF NOT rules.draws_allowed AND 'draw' IN (NEW.first, NEW.second) THEN
        RAISE check_violation USING MESSAGE = 'no draws in this tournament', CONSTRAINT = 'result_draw';
    END IF;
    IF NEW.decision = 'played' AND (NEW.first, NEW.second) NOT IN (('win', 'loss'), ('loss', 'win'), ('draw', 'draw')) THEN
        RAISE check_violation USING MESSAGE = 'one wins and the other loses, or both draw', CONSTRAINT = 'result_sides';
    END IF;
    IF NEW.games_first IS NULL THEN
        IF rules.best_of > 1 AND rules.score_kind = '' AND NEW.decision = 'played' THEN
            RAISE check_violation USING MESSAGE = 'the games are missing', CONSTRAINT = 'result_games';
        END IF;
    ELSIF rules.best_of = 1
       OR ((rules.best_of % 2 = 0 OR rules.of_teams)
           AND NEW.games_first + NEW.games_second + NEW.games_drawn > rules.best_of)
       OR (rules.best_of % 2 = 1 AND NOT rules.of_teams AND (greatest(NEW.games_first, NEW.games_second) > needed
           OR least(NEW.games_first, NEW.games_second) >= needed OR NEW.games_drawn > rules.best_of))
       OR (NEW.decision = 'played' AND NEW.first <> CASE WHEN NEW.games_first > NEW.games_second THEN 'win'
           WHEN NEW.games_first < NEW.games_second THEN 'loss' ELSE 'draw' END) THEN
        RAISE check_violation USING MESSAGE = 'the games do not fit the tournament', CONSTRAINT = 'result_games';
    END IF;
    IF NEW.score_first IS NULL THEN
        IF rules.score_kind <> '' AND NEW.decision = 'played' THEN
            RAISE check_violation USING MESSAGE = 'the scores are missing', CONSTRAINT = 'result_score';
        END IF;
    ELSIF rules.score_kind = ''
       OR NEW.score_first + NEW.score_second <> rules.score_total * rules.best_of
       OR (NEW.decision = 'played' AND NEW.first <> CASE WHEN NEW.score_first > NEW.score_second THEN 'win'
           WHEN NEW.score_first < NEW.score_second THEN 'loss' ELSE 'draw' END) THEN
        RAISE check_violation USING MESSAGE = 'the scores do not fit the tournament', CONSTRAINT = 'result_score';
    END IF;
    RETURN NEW;
END $$;
"""


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0073_games_of_a_round")]

    operations = [
        migrations.RemoveConstraint(
            model_name='appearance',
            name='appearance_table_or_bye',
        ),
        migrations.AddField(
            model_name='result',
            name='others',
            field=models.CharField(blank=True, default='', max_length=9),
        ),
        migrations.AddField(
            model_name='tournament',
            name='of_pods',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AlterField(
            model_name='appearance',
            name='side',
            field=models.PositiveSmallIntegerField(choices=[(1, 'first'), (2, 'second'), (3, 'third'), (4, 'fourth')], null=True),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('bye', ''), ('pairing__isnull', False), ('side__in', (1, 2, 3, 4))), models.Q(('bye__in', ['allocated', 'full', 'half', 'zero']), ('pairing__isnull', True), ('side__isnull', True)), _connector='OR'), name='appearance_table_or_bye'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('others', ''), models.Q(('games_first__isnull', True), ('others__regex', '^(win|draw|loss)( (win|draw|loss))?$'), ('score_first__isnull', True)), _connector='OR'), name='result_pod_whole'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('of_pods', False), models.Q(('best_of', 1), ('by_games', False), ('of_teams', False), ('score_kind', '')), _connector='OR'), name='tournament_of_pods'),
        ),
        migrations.RunSQL(AFTER, BEFORE),
    ]

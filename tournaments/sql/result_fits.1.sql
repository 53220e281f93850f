-- A result fits the scoring of its tournament and round.

CREATE FUNCTION tournaments_result_fits() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER result_fits BEFORE INSERT OR UPDATE ON tournaments_result
    FOR EACH ROW EXECUTE FUNCTION tournaments_result_fits();

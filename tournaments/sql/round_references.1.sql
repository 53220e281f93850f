-- What foreign keys would say of the rows of rounds, for all new rows of a statement at once (decision 28). The few rows
-- that change are checked when the transaction ends, as foreign keys are. Who writes rows shares the lock of their
-- tournament; who deletes rows that others refer to holds it alone. So neither misses what the other has not committed.
-- EXECUTE plans a query anew each time: it is about one row or about thousands.

CREATE FUNCTION tournaments_appearance_hangs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    source text := 'written';
    missing text;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        source := format('(SELECT * FROM tournaments_appearance WHERE id = %s)', NEW.id);
    END IF;
    EXECUTE format(
        'SELECT FROM tournaments_tournament WHERE id IN
         (SELECT tournament_id FROM tournaments_round WHERE id IN (SELECT round_id FROM %s AS written))
         FOR KEY SHARE', source);
    EXECUTE format(
        'SELECT CASE WHEN round.id IS NULL THEN ''appearance_round_there''
                     WHEN player.id IS NULL THEN ''appearance_player_of_tournament''
                     ELSE ''appearance_pairing_same_round'' END
         FROM %s AS written
         LEFT JOIN tournaments_round round ON round.id = written.round_id
         LEFT JOIN tournaments_player player
                ON player.id = written.player_id AND player.tournament_id = round.tournament_id
         LEFT JOIN tournaments_pairing pairing
                ON pairing.id = written.pairing_id AND pairing.round_id = written.round_id
         WHERE player.id IS NULL OR (pairing.id IS NULL AND written.pairing_id IS NOT NULL)
         LIMIT 1', source) INTO missing;
    IF missing IS NOT NULL THEN
        RAISE foreign_key_violation USING CONSTRAINT = missing, MESSAGE = format(
            'insert or update on table "tournaments_appearance" violates "%s"', missing);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION tournaments_pairing_hangs() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    missing boolean;
BEGIN
    EXECUTE 'SELECT FROM tournaments_tournament WHERE id IN
             (SELECT tournament_id FROM tournaments_round WHERE id IN (SELECT round_id FROM written)) FOR KEY SHARE';
    EXECUTE 'SELECT EXISTS (SELECT FROM written LEFT JOIN tournaments_round round ON round.id = written.round_id
                            WHERE round.id IS NULL)' INTO missing;
    IF missing THEN
        RAISE foreign_key_violation USING CONSTRAINT = 'pairing_round_there',
            MESSAGE = 'insert on table "tournaments_pairing" violates "pairing_round_there"';
    END IF;
    RETURN NULL;
END $$;

-- Arguments: the keys of the tournaments of `gone`, the table whose rows can hang on these, and its column.
CREATE FUNCTION tournaments_still_used() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    used boolean;
BEGIN
    EXECUTE format('SELECT FROM tournaments_tournament WHERE id IN (%s) FOR UPDATE', TG_ARGV[0]);
    EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I IN (SELECT id FROM gone))', TG_ARGV[1], TG_ARGV[2])
        INTO used;
    IF used THEN
        RAISE foreign_key_violation USING CONSTRAINT = TG_NAME, MESSAGE = format(
            'delete on table "%s" violates "%s": rows of "%s" hang on it', TG_TABLE_NAME, TG_NAME, TG_ARGV[1]);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION tournaments_key_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE foreign_key_violation USING CONSTRAINT = TG_NAME, MESSAGE = format(
        'update on table "%s" violates "%s"', TG_TABLE_NAME, TG_NAME);
END $$;

CREATE TRIGGER appearance_hangs_new AFTER INSERT ON tournaments_appearance
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tournaments_appearance_hangs();
CREATE CONSTRAINT TRIGGER appearance_hangs_changed AFTER UPDATE ON tournaments_appearance
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN ((OLD.round_id, OLD.player_id, OLD.pairing_id) IS DISTINCT FROM (NEW.round_id, NEW.player_id, NEW.pairing_id))
    EXECUTE FUNCTION tournaments_appearance_hangs();
CREATE TRIGGER pairing_hangs AFTER INSERT ON tournaments_pairing
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION tournaments_pairing_hangs();

CREATE TRIGGER player_without_appearances AFTER DELETE ON tournaments_player
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tournaments_still_used(
        'SELECT tournament_id FROM gone', 'tournaments_appearance', 'player_id');
CREATE TRIGGER round_without_appearances AFTER DELETE ON tournaments_round
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tournaments_still_used(
        'SELECT tournament_id FROM gone', 'tournaments_appearance', 'round_id');
CREATE TRIGGER round_without_pairings AFTER DELETE ON tournaments_round
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tournaments_still_used(
        'SELECT tournament_id FROM gone', 'tournaments_pairing', 'round_id');
CREATE TRIGGER pairing_without_appearances AFTER DELETE ON tournaments_pairing
    REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION tournaments_still_used(
        'SELECT tournament_id FROM tournaments_round WHERE id IN (SELECT round_id FROM gone)',
        'tournaments_appearance', 'pairing_id');

CREATE TRIGGER player_key_stays BEFORE UPDATE OF id, tournament_id ON tournaments_player FOR EACH ROW
    WHEN (OLD.id <> NEW.id OR OLD.tournament_id <> NEW.tournament_id) EXECUTE FUNCTION tournaments_key_stays();
CREATE TRIGGER round_key_stays BEFORE UPDATE OF id, tournament_id ON tournaments_round FOR EACH ROW
    WHEN (OLD.id <> NEW.id OR OLD.tournament_id <> NEW.tournament_id) EXECUTE FUNCTION tournaments_key_stays();
CREATE TRIGGER pairing_key_stays BEFORE UPDATE OF id, round_id ON tournaments_pairing FOR EACH ROW
    WHEN (OLD.id <> NEW.id OR OLD.round_id <> NEW.round_id) EXECUTE FUNCTION tournaments_key_stays();

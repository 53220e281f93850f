-- What no constraint can say, because it is about rows of several tables. All checks but the first run when the
-- transaction ends, as foreign keys do: a verb may write rows in any order. Journal entries go with their tournament,
-- and in no other way. This needs the functions of round_references.

CREATE FUNCTION tournaments_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM tournaments_tournament WHERE id = OLD.tournament_id) THEN
        RAISE restrict_violation USING CONSTRAINT = TG_NAME, MESSAGE = format(
            '%s of table "%s" violates "%s"', lower(TG_OP), TG_TABLE_NAME, TG_NAME);
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER journal_entry_unchanged AFTER UPDATE ON tournaments_journalentry
    FOR EACH ROW EXECUTE FUNCTION tournaments_entry_stays();
CREATE CONSTRAINT TRIGGER journal_entry_kept AFTER DELETE ON tournaments_journalentry
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tournaments_entry_stays();

CREATE FUNCTION tournaments_same_tournament() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    of_row bigint;
    players bigint[];
BEGIN
    IF TG_TABLE_NAME = 'tournaments_seat' THEN
        of_row := (SELECT tournament_id FROM tournaments_stage WHERE id = NEW.stage_id);
        players := ARRAY[NEW.player_id];
    ELSIF TG_TABLE_NAME = 'tournaments_fixedpair' THEN
        of_row := NEW.tournament_id;
        players := ARRAY[NEW.first_id, NEW.second_id];
    ELSE
        of_row := NEW.tournament_id;
        players := ARRAY[NEW.one_id, NEW.other_id];
    END IF;
    IF EXISTS (SELECT FROM tournaments_player WHERE id = ANY (players) AND tournament_id <> of_row) THEN
        RAISE foreign_key_violation USING CONSTRAINT = TG_NAME, MESSAGE = format(
            'insert or update on table "%s" violates "%s"', TG_TABLE_NAME, TG_NAME);
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER seat_player_of_tournament AFTER INSERT OR UPDATE ON tournaments_seat
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tournaments_same_tournament();
CREATE CONSTRAINT TRIGGER fixed_pair_of_tournament AFTER INSERT OR UPDATE ON tournaments_fixedpair
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tournaments_same_tournament();
CREATE CONSTRAINT TRIGGER forbidden_pair_of_tournament AFTER INSERT OR UPDATE ON tournaments_forbiddenpair
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tournaments_same_tournament();
CREATE TRIGGER stage_key_stays BEFORE UPDATE OF id, tournament_id ON tournaments_stage FOR EACH ROW
    WHEN (OLD.id <> NEW.id OR OLD.tournament_id <> NEW.tournament_id) EXECUTE FUNCTION tournaments_key_stays();

CREATE FUNCTION tournaments_table_is_full() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM tournaments_pairing WHERE id = OLD.pairing_id)
       AND (SELECT count(*) FROM tournaments_appearance WHERE pairing_id = OLD.pairing_id) < 2 THEN
        RAISE check_violation USING CONSTRAINT = TG_NAME, MESSAGE = format(
            '%s of table "%s" violates "%s"', lower(TG_OP), TG_TABLE_NAME, TG_NAME);
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER table_keeps_players_left AFTER DELETE ON tournaments_appearance
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.pairing_id IS NOT NULL) EXECUTE FUNCTION tournaments_table_is_full();
CREATE CONSTRAINT TRIGGER table_keeps_players_moved AFTER UPDATE ON tournaments_appearance
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (OLD.pairing_id IS NOT NULL AND OLD.pairing_id IS DISTINCT FROM NEW.pairing_id)
    EXECUTE FUNCTION tournaments_table_is_full();

CREATE FUNCTION tournaments_closed_is_complete() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    of_round bigint;
BEGIN
    IF TG_TABLE_NAME = 'tournaments_round' THEN
        of_round := NEW.id;
    ELSE
        of_round := (SELECT round_id FROM tournaments_pairing WHERE id = OLD.pairing_id);
    END IF;
    IF EXISTS (SELECT FROM tournaments_round round JOIN tournaments_pairing pairing ON pairing.round_id = round.id
               LEFT JOIN tournaments_result result ON result.pairing_id = pairing.id
               WHERE round.id = of_round AND round.status = 'closed' AND result.pairing_id IS NULL) THEN
        RAISE check_violation USING CONSTRAINT = TG_NAME, MESSAGE = format(
            '%s of table "%s" violates "%s"', lower(TG_OP), TG_TABLE_NAME, TG_NAME);
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER closed_round_has_results AFTER INSERT OR UPDATE ON tournaments_round
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
    WHEN (NEW.status = 'closed') EXECUTE FUNCTION tournaments_closed_is_complete();
CREATE CONSTRAINT TRIGGER closed_round_keeps_results AFTER DELETE ON tournaments_result
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tournaments_closed_is_complete();

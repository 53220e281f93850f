from django.db import migrations, models
from django.db.models.deletion import CASCADE, PROTECT

from tournaments.models.fields import public_id

SAME_ROUND = """
ALTER TABLE tournaments_appearance ADD CONSTRAINT appearance_pairing_same_round
    FOREIGN KEY (pairing_id, round_id) REFERENCES tournaments_pairing (id, round_id) DEFERRABLE INITIALLY DEFERRED;
"""

#: What foreign keys say, for all new rows of a statement at once; the few that change are looked at when the transaction
#: ends, as foreign keys do. Who writes rows shares their tournament, who takes away what rows can hang on has it alone:
#: neither misses what the other has not committed yet. Queries that are about one row or about thousands are planned
#: anew each time.
CHECKS = """
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
"""

NO_CHECKS = """
DROP TRIGGER appearance_hangs_new ON tournaments_appearance;
DROP TRIGGER appearance_hangs_changed ON tournaments_appearance;
DROP TRIGGER pairing_hangs ON tournaments_pairing;
DROP TRIGGER player_without_appearances ON tournaments_player;
DROP TRIGGER round_without_appearances ON tournaments_round;
DROP TRIGGER round_without_pairings ON tournaments_round;
DROP TRIGGER pairing_without_appearances ON tournaments_pairing;
DROP TRIGGER player_key_stays ON tournaments_player;
DROP TRIGGER round_key_stays ON tournaments_round;
DROP TRIGGER pairing_key_stays ON tournaments_pairing;
DROP FUNCTION tournaments_appearance_hangs();
DROP FUNCTION tournaments_pairing_hangs();
DROP FUNCTION tournaments_still_used();
DROP FUNCTION tournaments_key_stays();
"""

#: Written once and seldom read: squeezing them costs three times what writing them does.
AS_THEY_ARE = """
ALTER TABLE tournaments_journalentry ALTER COLUMN changes SET STORAGE {kind};
ALTER TABLE tournaments_round ALTER COLUMN seats SET STORAGE {kind};
"""


class Migration(migrations.Migration):
    """What rows of rounds hang on is checked by the statement and not row by row, thousands of which are one round."""

    dependencies = (("tournaments", "0051_badge"),)

    operations = (
        migrations.RunSQL("ALTER TABLE tournaments_appearance DROP CONSTRAINT appearance_pairing_same_round;", SAME_ROUND),
        migrations.RemoveConstraint("pairing", "pairing_with_round"),
        migrations.AlterField(
            "appearance",
            "round",
            models.ForeignKey(
                db_constraint=False,
                db_index=False,
                on_delete=CASCADE,
                related_name="appearances",
                to="tournaments.round",
            ),
        ),
        migrations.AlterField(
            "appearance",
            "player",
            models.ForeignKey(
                db_constraint=False, on_delete=PROTECT, related_name="appearances", to="tournaments.player"
            ),
        ),
        migrations.AlterField(
            "pairing",
            "round",
            models.ForeignKey(
                db_constraint=False, db_index=False, on_delete=CASCADE, related_name="pairings", to="tournaments.round"
            ),
        ),
        migrations.AlterField(
            "pairing", "public_id", models.CharField(default=public_id, editable=False, max_length=12)
        ),
        migrations.AddConstraint(
            "pairing", models.UniqueConstraint(fields=("public_id",), name="pairing_public_id_once")
        ),
        migrations.RunSQL(CHECKS, NO_CHECKS),
        migrations.RunSQL(AS_THEY_ARE.format(kind="EXTERNAL"), AS_THEY_ARE.format(kind="EXTENDED")),
    )

-- Journal entries stay as they are, but for what an erasure of personal data writes over (decision 69). Its transaction
-- says so by a setting of its own, and changes no other columns.

CREATE OR REPLACE FUNCTION tournaments_entry_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND current_setting('kierros.erasing', true) = 'on' THEN
        IF to_jsonb(OLD) - ARRAY['facts', 'changes', 'reason', 'agent', 'actor_name']
           = to_jsonb(NEW) - ARRAY['facts', 'changes', 'reason', 'agent', 'actor_name'] THEN
            RETURN NULL;
        END IF;
    END IF;
    IF TG_OP = 'UPDATE' OR EXISTS (SELECT FROM tournaments_tournament WHERE id = OLD.tournament_id) THEN
        RAISE restrict_violation USING CONSTRAINT = TG_NAME, MESSAGE = format(
            '%s of table "%s" violates "%s"', lower(TG_OP), TG_TABLE_NAME, TG_NAME);
    END IF;
    RETURN NULL;
END $$;

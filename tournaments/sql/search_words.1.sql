-- Search words that were not made for this name and city are none: the row is then read by its name.
-- Versions before search words rename tournaments, and so may other programs.
CREATE FUNCTION tournaments_search_words_stale() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.search_words := '';
    RETURN NEW;
END $$;

CREATE TRIGGER tournament_search_words_stale BEFORE UPDATE OF name, city ON tournaments_tournament FOR EACH ROW
    WHEN ((NEW.name, NEW.city) IS DISTINCT FROM (OLD.name, OLD.city) AND NEW.search_words = OLD.search_words)
    EXECUTE FUNCTION tournaments_search_words_stale();

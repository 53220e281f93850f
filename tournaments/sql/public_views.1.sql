-- What everybody may read of public tournaments, for programs that read the database itself (docs/database.md).
-- A migration that changes a column of these drops the view before, and makes a new version of it afterwards.

CREATE VIEW public_tournaments WITH (security_barrier) AS
SELECT t.slug AS tournament, t.name, t.game, t.starts_on, t.ends_on, t.time_zone, t.city, t.federation,
    t.rules, t.fide_mode, t.of_teams,
    (SELECT count(*) FROM tournaments_round r WHERE r.tournament_id = t.id AND r.status <> 'draft') AS rounds,
    t.revision, t.finished_at, t.archived_at
FROM tournaments_tournament t
WHERE t.is_public AND t.trial_of_id IS NULL;

CREATE VIEW public_players WITH (security_barrier) AS
SELECT t.slug AS tournament, p.public_id AS player, p.name, p.rating, p.title, p.rank, p.club, p.federation,
    p.entered, p.withdrawn_after
FROM tournaments_player p JOIN tournaments_tournament t ON t.id = p.tournament_id
WHERE t.is_public AND t.trial_of_id IS NULL;

CREATE VIEW public_results WITH (security_barrier) AS
SELECT t.slug AS tournament, r.number AS round, r.status AS round_status, g."table" AS "table",
    g.public_id AS pairing, a.side, p.public_id AS player,
    CASE WHEN a.side <= 2 AND NOT t.of_pods AND NOT t.of_partners THEN (
        SELECT q.public_id FROM tournaments_appearance b JOIN tournaments_player q ON q.id = b.player_id
        WHERE b.pairing_id = a.pairing_id AND b.side = 3 - a.side) END AS opponent,
    CASE a.side WHEN 1 THEN s.first WHEN 2 THEN s.second
        WHEN 3 THEN nullif(split_part(s.others, ' ', 1), '') WHEN 4 THEN nullif(split_part(s.others, ' ', 2), '')
    END AS outcome,
    s.decision,
    CASE a.side WHEN 1 THEN s.games_first WHEN 2 THEN s.games_second END AS games_won, s.games_drawn,
    CASE a.side WHEN 1 THEN s.score_first WHEN 2 THEN s.score_second END AS score,
    nullif(a.bye, '') AS bye
FROM tournaments_appearance a
    JOIN tournaments_round r ON r.id = a.round_id
    JOIN tournaments_tournament t ON t.id = r.tournament_id
    JOIN tournaments_player p ON p.id = a.player_id
    LEFT JOIN tournaments_pairing g ON g.id = a.pairing_id
    LEFT JOIN tournaments_result s ON s.pairing_id = a.pairing_id
WHERE t.is_public AND t.trial_of_id IS NULL AND r.status <> 'draft';

COMMENT ON VIEW public_tournaments IS 'Public tournaments, a row each. Names and meaning of columns stay.';
COMMENT ON COLUMN public_tournaments.tournament IS 'Its address on the server.';
COMMENT ON COLUMN public_tournaments.game IS 'Key of the game.';
COMMENT ON COLUMN public_tournaments.rules IS 'Key of the rule set.';
COMMENT ON COLUMN public_tournaments.rounds IS 'How many rounds are published, closed ones included.';
COMMENT ON COLUMN public_tournaments.revision IS 'Grows with every change.';
COMMENT ON VIEW public_players IS 'Players and teams of public tournaments, a row each, without personal data.';
COMMENT ON COLUMN public_players.player IS 'Public id, as in the API.';
COMMENT ON COLUMN public_players.entered IS 'First round in which the player may be paired.';
COMMENT ON COLUMN public_players.withdrawn_after IS 'Last round before the player left; NULL: has not left.';
COMMENT ON VIEW public_results IS
    'Published rounds of public tournaments, a row for each player and round. Points follow from the tournament''s rules.';
COMMENT ON COLUMN public_results.round_status IS 'published (running) or closed.';
COMMENT ON COLUMN public_results.side IS '1 first (in chess White), 2 second; 3 and 4 in a pod or of partners; NULL for a bye.';
COMMENT ON COLUMN public_results.opponent IS 'The other player; NULL for byes and at tables of more than two.';
COMMENT ON COLUMN public_results.outcome IS 'win, draw, loss or none, for this player; NULL while there is no result.';
COMMENT ON COLUMN public_results.decision IS 'Whether it was played, or how it was decided.';
COMMENT ON COLUMN public_results.games_won IS 'Games of a match that the player won.';
COMMENT ON COLUMN public_results.games_drawn IS 'Games of a match that were drawn.';
COMMENT ON COLUMN public_results.score IS 'Goals, discs or points of the player in the game, where they count.';
COMMENT ON COLUMN public_results.bye IS 'Kind of the bye; NULL at a table.';

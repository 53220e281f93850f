-- These columns are written once and seldom read. To compress them costs three times what writing them does.

ALTER TABLE tournaments_journalentry ALTER COLUMN changes SET STORAGE EXTERNAL;
ALTER TABLE tournaments_round ALTER COLUMN seats SET STORAGE EXTERNAL;

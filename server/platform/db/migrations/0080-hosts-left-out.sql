-- Hosts that a person left out of a control: by host the reason, who said it and when. One that counts again keeps its entry with no
-- reason, so that an older entry that arrives later does not count.
ALTER TABLE controls ADD COLUMN left_out jsonb NOT NULL DEFAULT '{}';

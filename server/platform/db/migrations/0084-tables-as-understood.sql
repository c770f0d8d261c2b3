-- How a customer's file was understood, what a person said about that, and the values that its answer cells accept
-- (docs/decisions: answers go where the customer wants them).

-- compatible: the previous release writes none of these columns, and their defaults say what it did
ALTER TABLE questionnaires
  -- Rises with each reading of the file.
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  -- contract/questionnaires/mapping.ts: what a person said about tables, by their shape.
  ADD COLUMN mapping jsonb NOT NULL DEFAULT '{}',
  -- The tables as understood.
  ADD COLUMN tables jsonb NOT NULL DEFAULT '[]',
  -- The values that answer cells accept, each list once: [["Yes", "No"]].
  ADD COLUMN lists jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN sources text NOT NULL DEFAULT 'column' CHECK (sources IN ('column', 'comment', 'none'));
ALTER TABLE questionnaire_questions
  -- The place in lists; NULL if its answer cell accepts any text.
  ADD COLUMN list integer,
  -- Whether there is a cell for the answer's text.
  ADD COLUMN has_text boolean NOT NULL DEFAULT true,
  -- The value for the cell with a list; empty if none.
  ADD COLUMN choice text NOT NULL DEFAULT '';

-- A newer file and other tables are changes, too.
-- compatible: both in one transaction, so no change goes unseen
DROP TRIGGER audited_update ON questionnaires;
-- compatible: the previous release changes neither of the two new columns
CREATE TRIGGER audited_update AFTER UPDATE ON questionnaires FOR EACH ROW
  WHEN ((OLD.title, OLD.customer, OLD.due, OLD.state, OLD.sha256, OLD.mapping) IS DISTINCT FROM
    (NEW.title, NEW.customer, NEW.due, NEW.state, NEW.sha256, NEW.mapping))
  EXECUTE FUNCTION audit_questionnaire();

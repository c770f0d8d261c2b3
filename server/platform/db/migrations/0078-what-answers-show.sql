-- The codes in our catalog of the controls that answers are evidence for, so that a control that is added later gets them, too. Answers
-- from before say nothing of it, and stay on the controls that they are on.
ALTER TABLE evidence ADD COLUMN shows text[];

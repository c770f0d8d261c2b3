-- Answers of signed assessments answer customers' questions: candidates are ids of library_answers or of assessment_words, or fact:ID
-- (docs/decisions/0152-signed-answers-answer-questionnaires.md).
-- compatible: the previous release writes only what was allowed before. It takes the id of a word for that of an answer that is gone
ALTER TABLE questionnaire_questions DROP CONSTRAINT questionnaire_questions_origin_check;
-- compatible: allows more than the one before
ALTER TABLE questionnaire_questions ADD CONSTRAINT questionnaire_questions_origin_check
  CHECK (origin IN ('library', 'assessment', 'observation', 'person')) NOT VALID;

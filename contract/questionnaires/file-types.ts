/** Accepted formats for a customer's questionnaire. */
export const QUESTIONNAIRE_TYPES = ["xlsx", "csv", "docx"] as const;
export type QuestionnaireType = (typeof QUESTIONNAIRE_TYPES)[number];

export const QUESTIONNAIRE_MEDIA_TYPES: Readonly<Record<QuestionnaireType, string>> = {
	xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	csv: "text/csv",
	docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
};

/** Most bytes of such a file. */
export const QUESTIONNAIRE_BYTES = 40_000_000;

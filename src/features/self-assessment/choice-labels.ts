import type { Choice } from "./assessment.ts";

export const CHOICE_LABELS: Record<Choice, string> = {
	yes: "Yes",
	partly: "Partly",
	no: "No",
	"not-applicable": "Does not apply",
};

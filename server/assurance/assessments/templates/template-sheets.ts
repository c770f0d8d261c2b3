import type { Met } from "#contract/assessments/template.ts";

/** The sheets that hold a template. There may be others beside them. */
export const FACTS_SHEET = "Template";
export const QUESTIONS_SHEET = "Questions";

/** The labels in the first column of the general sheet. */
export const FACTS = {
	id: "ID",
	version: "Version",
	title: "Title",
	about: "About",
	kind: "Kind",
	source: "Source",
	sourceUrl: "Source address",
	asOf: "As of",
} as const;
export type Fact = keyof typeof FACTS;

/** The columns of the sheet with the questions, by what they are about. */
export const COLUMNS = {
	section: { head: "Section", width: 14 },
	sectionTitle: { head: "Section title", width: 20 },
	id: { head: "ID", width: 22 },
	text: { head: "Question", width: 50 },
	hint: { head: "Hint", width: 50 },
	type: { head: "Type", width: 10 },
	choices: { head: "Choices", width: 36 },
	needsMore: { head: "Needs more", width: 12 },
	showIf: { head: "Show if", width: 28 },
	provision: { head: "Provision", width: 18 },
	controls: { head: "Controls", width: 14 },
	observed: { head: "Observed", width: 20 },
	optional: { head: "Optional", width: 10 },
	unit: { head: "Unit", width: 8 },
	from: { head: "From", width: 8 },
	to: { head: "To", width: 8 },
} as const;
export type Column = keyof typeof COLUMNS;

/** How good a choice is, written after its ID in parentheses. */
export const MET_WORDS = { yes: "met", partly: "partly met", no: "not met" } as const satisfies Record<
	NonNullable<Met>,
	string
>;

import type { ReportTemplate } from "#contract/reports/reports.ts";

type TemplateText = {
	/** On its card, and as the type of a report in a list. */
	name: string;
	/** Who it is for and what is in it, in one line. */
	about: string;
};

/** Specification, section 2: four templates. Their categories come from the contract. */
export const TEMPLATES: Record<ReportTemplate, TemplateText> = {
	"executive-summary": {
		name: "Executive Summary",
		about: "Where you stand, and three decisions to make, in two pages.",
	},
	"vulnerability-assessment": {
		name: "Vulnerability Assessment",
		about: "Every finding with its evidence and its fix, worst first.",
	},
	"compliance-report": {
		name: "Compliance Report",
		about: "How each requirement of your frameworks stands, and what was seen against it.",
	},
	"incident-response": {
		name: "Incident Response",
		about: "What happened, in your words, and what scans from that time saw.",
	},
};

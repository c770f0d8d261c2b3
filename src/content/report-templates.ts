import type { ReportTemplate } from "#contract/reports.ts";

type Words = {
	/** On its card, and as the type of a report in a list. */
	name: string;
	/** Whom it is for and what is in it, in a line. */
	about: string;
};

/** Specification, section 2: four templates. Their categories are the contract's. */
export const TEMPLATES: Record<ReportTemplate, Words> = {
	"executive-summary": {
		name: "Executive Summary",
		about: "Where you stand and what to decide, in two pages.",
	},
	"vulnerability-assessment": {
		name: "Vulnerability Assessment",
		about: "Every finding with its evidence and its remedy, worst first.",
	},
	"compliance-report": {
		name: "Compliance Report",
		about: "What was seen against each control, and what was not looked at.",
	},
	"incident-response": {
		name: "Incident Response",
		about: "What happened in your words, and what scans of that time saw.",
	},
};

import { claims } from "#src/config/claims.ts";
import type { SolutionId } from "./solutions.ts";

type Statistic = {
	label: string;
	value: string;
	/** Whether the site says it. */
	shown: boolean;
	/** What bears it out. Shown nowhere. */
	source: string;
};

export type Segment = {
	/** Address below `/solutions/`; no solution has the same. */
	id: "startups-and-scaleups" | "compliance-teams" | "consultants";
	name: string;
	lead: string;
	challenges: readonly string[];
	solutions: readonly SolutionId[];
	industries: readonly string[];
	statistics: readonly Statistic[];
	/**
	 * Illustrative: nobody said this. It is shown with a mark that says so. Whoever runs the site puts a customer's own words
	 * and name here, with leave to print them, and takes `illustrative` away.
	 */
	testimonial: { quote: string; who: string; illustrative: boolean };
};

/** Whom the product is for (specification, section 1). The operator's to confirm, statistics and testimonials first of all. */
export const segments: readonly Segment[] = [
	{
		id: "startups-and-scaleups",
		name: "Startups and scaleups",
		lead: "The first big customer has sent a questionnaire, and security is nobody’s job yet.",
		challenges: [
			"Whoever set up the servers answers for them, between two other tasks.",
			"Systems change every week, and answers get old as quickly.",
			"The buyer asks for a framework you have not begun with.",
		],
		solutions: ["compliance-readiness", "automated-questionnaires", "compliance-document-generator"],
		industries: ["Financial technology", "Digital health", "Software as a service", "Online marketplaces"],
		statistics: [
			{
				value: claims.implementation.figure,
				label: "fastest implementation",
				shown: claims.implementation.shown,
				source: claims.implementation.source,
			},
			{
				value: "0",
				label: "accounts needed for the first scan",
				shown: true,
				source: "The free scan form asks for a target and an address.",
			},
		],
		testimonial: {
			quote: "We sent the buyer the report from before and the report from after. That ended the discussion.",
			who: "Head of engineering, payments startup",
			illustrative: true,
		},
	},
	{
		id: "compliance-teams",
		name: "In-house compliance teams",
		lead: "You know the controls. What is short is evidence that is fresh, dated and not a screenshot.",
		challenges: [
			"The same fault is asked about under four names, and engineers notice.",
			"Evidence was true on the day it was collected, and that day is long ago.",
			"A green dashboard hides what was never looked at.",
		],
		solutions: ["control-testing-suite", "document-management", "risk-management"],
		industries: ["Banking and insurance", "Healthcare", "Energy and utilities", "Public sector suppliers"],
		statistics: [
			{
				value: claims.manualWork.figure,
				label: "less manual work",
				shown: claims.manualWork.shown,
				source: claims.manualWork.source,
			},
			{
				value: "4",
				label: "frameworks named beside each finding",
				shown: true,
				source: "The mapping of findings to controls.",
			},
		],
		testimonial: {
			quote: "One ticket to engineering, and I could close the same gap in three frameworks.",
			who: "Compliance manager, regional bank",
			illustrative: true,
		},
	},
	{
		id: "consultants",
		name: "Consultants and service providers",
		lead: "Many clients, few hours, and meeting rooms without a signal.",
		challenges: [
			"Each client has other hosts, other contacts and another deadline.",
			"On site there is often no network that you may use.",
			"Clients want to see what a finding rests on, and rightly.",
		],
		solutions: ["third-party-risk", "automated-workflow", "incident-management"],
		industries: [
			"Audit and advisory",
			"Managed security",
			"Legal practices",
			"Data-protection compliance organizations",
		],
		statistics: [
			{
				value: "50",
				label: "requests in one delivery, when the signal is back",
				shown: true,
				source: "The outbox’s own limit.",
			},
			{
				value: "1",
				label: "scan for each request, never two",
				shown: true,
				source: "The request’s key is unique on the server.",
			},
		],
		testimonial: {
			quote: "I put in eleven hosts in a basement archive. By the time I was at the station the reports were there.",
			who: "Independent security consultant",
			illustrative: true,
		},
	},
];

import { claims } from "#src/config/claims.ts";
import type { SolutionId } from "./solutions.ts";

type Statistic = {
	label: string;
	value: string;
	/** Whether the site shows it. */
	shown: boolean;
	/** Its source. Not shown. */
	source: string;
};

export type Segment = {
	/** Address under `/solutions/`; never the same as a solution's. */
	id: "startups-and-scaleups" | "compliance-teams" | "consultants";
	name: string;
	lead: string;
	challenges: readonly string[];
	solutions: readonly SolutionId[];
	industries: readonly string[];
	statistics: readonly Statistic[];
	/**
	 * Illustrative: the quote is invented, and marked as such on the page. The operator replaces it with a customer's own
	 * words and name, with permission, and sets `illustrative` to false.
	 */
	testimonial: { quote: string; who: string; illustrative: boolean };
};

/** Who the product is for (specification, section 1). The operator confirms it, statistics and testimonials first. */
export const segments: readonly Segment[] = [
	{
		id: "startups-and-scaleups",
		name: "Startups and scaleups",
		lead: "The first big customer has sent a questionnaire, and security is nobody’s job yet.",
		challenges: [
			"The person who set up the servers is responsible for them, on the side.",
			"Systems change every week, and answers go stale just as fast.",
			"The buyer asks for a framework you have not started on.",
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
		lead: "You know the controls. What you lack is evidence that is fresh, dated and more than a screenshot.",
		challenges: [
			"Engineers get asked about the same fault under four names, and they notice.",
			"Evidence was true on the day it was collected, and that was long ago.",
			"A green dashboard hides what was never checked.",
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
			"Each client has different hosts, contacts and deadlines.",
			"On site there is often no network you are allowed to use.",
			"Clients want to see the evidence for a finding, and rightly so.",
		],
		solutions: ["third-party-risk", "automated-workflow", "incident-management"],
		industries: ["Audit and advisory", "Managed security", "Law firms", "Data-protection compliance organizations"],
		statistics: [
			{
				value: "50",
				label: "requests sent together when the signal is back",
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
			quote: "I entered eleven hosts in a basement archive. By the time I got to the station, the reports were there.",
			who: "Independent security consultant",
			illustrative: true,
		},
	},
];

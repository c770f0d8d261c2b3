import { FRAMEWORK_IDS } from "#contract/frameworks/framework-ids.ts";

/**
 * Claims about the company that the site itself can't prove. The texts come from the specification. Operators set `shown` to false for
 * claims that are not true for them, and note the evidence in `source`.
 */
type Claim = {
	text: string;
	/** Whether the site shows it. */
	shown: boolean;
	/** The evidence, for the operator. Not shown. */
	source: string;
};

/** A claim with a number: shown as a figure with a label under it, or as one text. */
type Figure = Claim & { figure: string; label: string };

const figure = (figure: string, label: string, source: string): Figure => ({
	text: `${figure} ${label}`,
	figure,
	label,
	shown: true,
	source,
});

/** The specification's `20+` while there are that many; otherwise the actual number. */
const countText = (count: number): string => (count >= 20 ? "20+" : String(count));

/** The figures of the landing page (specification, sections 1 and 9). */
export const claims = {
	frameworks: figure(
		countText(FRAMEWORK_IDS.length),
		"frameworks",
		"The packs of the product, counted when the site is built. /frameworks lists them with their dates.",
	),
	trial: figure(
		"30-day",
		"free trial, no credit card",
		"The terms of the trial, at /trial. Neither it nor the registration asks for a card.",
	),
	implementation: figure("48 hours", "fastest implementation, usually days", "The operator’s own record of set-ups."),
	manualWork: figure(
		"75%",
		"less manual work",
		"The operator’s own measurement, with its method. Switch off without one.",
	),
	scale: figure("10 to 10,000", "employees", "The smallest and the largest customer of the operator."),
	companies: figure("500+", "companies", "The operator’s own count of customers, with its date."),
	compliance: figure(
		"2-4 weeks",
		"to compliance",
		"The operator’s own record of projects. Compliance itself is an auditor’s to say.",
	),
} as const satisfies Record<string, Figure>;

export type ClaimName = keyof typeof claims;

/** The frameworks named on the site, written as the specification writes them. */
export const frameworks = ["SOC 2", "ISO 27001", "GDPR", "NDPR", "HIPAA", "PCIDSS"] as const;

/** Beside the forms for signing in and registering. */
export const trustBadges: Claim[] = [
	{
		text: "SOC 2",
		shown: true,
		source: "The operator’s auditor’s report: its type, its period and who may read it. Switch off without one.",
	},
	{
		text: "256-bit encryption",
		shown: true,
		source:
			"TLS in front of the server with a 256-bit cipher. The scanner itself can show it: scan the site’s own address.",
	},
	{
		text: "GDPR",
		shown: true,
		source: "The privacy policy, the record of processing and the agreements with processors. The operator’s to keep.",
	},
	{
		...claims.companies,
		text: `Trusted by ${claims.companies.text}`,
	},
];

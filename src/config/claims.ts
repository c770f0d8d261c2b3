/**
 * What the site claims of itself and cannot show by itself. The texts are the specification's; whoever runs the site sets
 * `shown` to false for what does not hold for them, and notes in `source` what bears it out.
 */
type Claim = {
	text: string;
	/** Whether the site says it. */
	shown: boolean;
	/** What it stands on, for whoever has to answer for it. Shown nowhere. */
	source: string;
};

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
		text: "Trusted by 500+ companies",
		shown: true,
		source: "The operator’s own count of customers, with its date. Switch off where it is not so.",
	},
];

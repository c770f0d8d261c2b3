import type { Document } from "./document.ts";

export const guides: Document = {
	title: "Guides",
	description: "Three short guides: reading a report, repairing the usual findings, and keeping evidence that lasts.",
	heading: "Guides",
	lead: "Short, and meant to be used with a report open beside them.",
	sections: [
		{
			id: "read",
			heading: "Reading your first report",
			blocks: [
				{
					list: [
						"Start with the coverage. It says how much could be looked at; everything else holds only for that part.",
						"Take the findings from high to low. Read the evidence before the explanation: is this really your host?",
						"Ask which controls each finding is evidence against. It does not mean that a control has failed as a whole.",
						"Note what was not evaluated. It is your list of open questions, not of good news.",
					],
				},
			],
		},
		{
			id: "repair",
			heading: "Repairing the usual findings",
			blocks: [
				{
					facts: [
						[
							"Old TLS versions",
							"Turn off TLS 1.0 and 1.1 at the load balancer as well as at the server. Check old integrations first: they are who still uses them.",
						],
						["Certificate ends soon", "Renew it by machine, and let somebody other than the machine watch the date."],
						[
							"No HSTS",
							"Strict-Transport-Security: max-age=31536000. Begin with a short time, and add includeSubDomains only when every subdomain serves https.",
						],
						[
							"No content policy",
							"Run Content-Security-Policy-Report-Only for a week, read the reports, then enforce it.",
						],
						[
							"Cookie without Secure or HttpOnly",
							"Set both on session cookies, with SameSite=Lax. Scripts do not need to read a session.",
						],
						[
							"Software past its support",
							"Ask the distribution first whether it carries repairs back. If not, plan the move; the date will not.",
						],
					],
				},
			],
		},
		{
			id: "keep",
			heading: "Keeping evidence that lasts",
			blocks: [
				"Keep the report from before the repair, the change that repaired it, and the report from after. Three documents with dates tell an auditor more than a policy does.",
				"Scan again at a fixed interval and after every larger change. SOC 2 (CC7.1) and ISO/IEC 27001:2022 (A.8.8) both look for a habit, and a single scan is not one.",
				"Write down who looked at it and what they decided, also when the decision was to do nothing.",
			],
		},
		{
			id: "field",
			heading: "Scanning at a client’s, without a signal",
			blocks: [
				"Install the app from your browser’s menu and open it once with a network. Then ask for scans as usual: each is saved on the device and goes out when there is a signal. The [outbox](/outbox) shows what waits and takes whole lists of targets.",
			],
		},
	],
	next: { text: "Try it on your own site", to: "/" },
};

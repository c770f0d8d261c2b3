import type { Document } from "./document.ts";

export const guides: Document = {
	title: "Guides",
	description: "Three short guides: reading a report, fixing the usual findings, and keeping evidence that lasts.",
	heading: "Guides",
	lead: "Short, and meant to be used with a report open beside them.",
	sections: [
		{
			id: "read",
			heading: "Reading your first report",
			blocks: [
				{
					list: [
						"Start with the coverage. It says how much could be checked; everything else applies only to that part.",
						"Work through the findings from high to low. Read the evidence before the explanation: is this really your host?",
						"Ask which controls each finding is evidence against. It does not mean that a control has failed as a whole.",
						"Note what was not evaluated. It is your list of open questions, not of good news.",
					],
				},
			],
		},
		{
			id: "repair",
			heading: "Fixing the usual findings",
			blocks: [
				{
					facts: [
						[
							"Old TLS versions",
							"Turn off TLS 1.0 and 1.1 at the load balancer as well as at the server. Check old integrations first: they are the ones still using them.",
						],
						["Certificate expires soon", "Automate the renewal, and have a person watch the date as well."],
						[
							"No HSTS",
							"Strict-Transport-Security: max-age=31536000. Start with a short time, and add includeSubDomains only when every subdomain serves https.",
						],
						[
							"No content policy",
							"Run Content-Security-Policy-Report-Only for a week, read the reports, then enforce it.",
						],
						[
							"Cookie without Secure or HttpOnly",
							"Set both on session cookies, with SameSite=Lax. Scripts do not need to read a session cookie.",
						],
						[
							"Software past end of support",
							"Check first whether your distribution backports fixes. If not, plan the upgrade; the date will not move.",
						],
					],
				},
			],
		},
		{
			id: "keep",
			heading: "Keeping evidence that lasts",
			blocks: [
				"Keep the report from before the fix, the change itself, and the report from after. Three documents with dates tell an auditor more than a policy does.",
				"Scan again at a fixed interval and after every major change. SOC 2 (CC7.1) and ISO/IEC 27001:2022 (A.8.8) both look for a habit, and a single scan is not one.",
				"Write down who looked at it and what they decided, even when the decision was to do nothing.",
			],
		},
		{
			id: "field",
			heading: "Scanning at a client’s site, without a signal",
			blocks: [
				"Install the app from your browser’s menu and open it once while you are online. Then request scans as usual: each is saved on the device and sent when there is a signal. The [outbox](/outbox) shows what is waiting and takes whole lists of targets.",
			],
		},
	],
	next: { text: "Try it on your own site", to: "/" },
};

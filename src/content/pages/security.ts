import { site } from "#src/config/site.ts";
import type { Document } from "./document.ts";

export const security: Document = {
	title: "Security",
	description: "How we protect accounts and scanned hosts, and how to report a vulnerability you have found.",
	heading: "How we keep ourselves honest",
	lead: "A scanner is a tool that can be turned against people. Most of our security work is about not letting that happen.",
	sections: [
		{
			id: "report",
			heading: "Found a vulnerability?",
			blocks: [
				`Write to [${site.email}](mailto:${site.email}). The address is also in our [security.txt](/.well-known/security.txt). Say what you did and what happened; a screenshot or a request we can repeat helps most.`,
				"We answer within 24 hours. We take no legal action against anyone who acts in good faith, touches only their own data, puts no load on our systems, and gives us time to fix it before telling others.",
			],
		},
		{
			id: "scanned",
			heading: "The hosts we scan",
			blocks: [
				{
					list: [
						"The free scan is passive: DNS names, encrypted connections, one visit to the page.",
						"Scans that probe need proof from the exact address they scan, checked again each time.",
						"Private, link-local and reserved addresses are refused. A name is resolved once, every address it has must be public, and the connection goes to the address that was checked.",
						"Our scanner says who it is: [what it sends](/scanner-info).",
						"Each scan is recorded in an audit trail that the program itself cannot change. The operator can stop all scans at once.",
					],
				},
			],
		},
		{
			id: "accounts",
			heading: "Accounts",
			blocks: [
				{
					list: [
						"Passwords are stored as Argon2 hashes.",
						"A session is a random cookie that scripts cannot read; the database holds only its hash. Changing the password ends the old ones.",
						"You can see every session and end any of them.",
						"Wrong passwords are slowed down in a way that cannot be used to lock you out.",
						"Signing in and asking for a code give the same answer whether or not the account exists.",
					],
				},
			],
		},
		{
			id: "pages",
			heading: "These pages",
			blocks: [
				"They load no scripts from other companies, and a content security policy makes sure that none run. What a scan reads from another server is escaped wherever it is shown, and its addresses are not clickable in emails.",
				"Scan us: enter this site’s own address in the [form on the home page](/). It is the quickest check of this paragraph.",
			],
		},
		{
			id: "not",
			heading: "What we do not claim",
			blocks: [
				"No scan proves that something is secure, ours included. If we hold a certificate or an auditor’s report, ask for it and look at its scope and its dates.",
			],
		},
	],
	next: { text: "Write to us", to: "/contact" },
};

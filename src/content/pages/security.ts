import { site } from "#src/config/site.ts";
import type { Document } from "./document.ts";

export const security: Document = {
	title: "Security",
	description: "How we protect accounts and scanned hosts, and how to report a hole you have found.",
	heading: "How we keep ourselves plumb",
	lead: "A scanner is a tool that can be turned against people. Most of our security work is about not letting that happen.",
	sections: [
		{
			id: "report",
			heading: "Found a hole?",
			blocks: [
				`Write to [${site.email}](mailto:${site.email}). The address is also in our [security.txt](/.well-known/security.txt). Say what you did and what happened; a picture or a request we can repeat helps most.`,
				"We answer within 24 hours. We take no legal steps against anybody who looks in good faith, touches only their own data, loads nothing, and gives us time to repair before telling others.",
			],
		},
		{
			id: "scanned",
			heading: "The hosts we scan",
			blocks: [
				{
					list: [
						"The free scan is passive: names, encrypted connections, one reading of the page.",
						"Scans that probe need proof from the very address they scan, checked again each time.",
						"Private, link-local and reserved addresses are refused. A name is resolved once, every address it has must be public, and the connection goes to the address that was checked.",
						"Our scanner says who it is: [what it sends](/scanner-info).",
						"Each scan leaves a mark in an audit trail that the program itself cannot change. The operator can stop all scans at once.",
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
						"A session is a random cookie that scripts cannot read; the database has its hash only. Changing the password ends the old ones.",
						"You can see every session and end each of them.",
						"Wrong passwords are slowed down in a way that cannot be used to lock you out.",
						"Signing in and asking for a code answer the same, whether or not there is such an account.",
					],
				},
			],
		},
		{
			id: "pages",
			heading: "These pages",
			blocks: [
				"They load no script from anybody else, and a content policy sees to it that none runs. What a scan read from a stranger’s server is escaped wherever it is shown, and its addresses are made unclickable in mails.",
				"Scan us: enter this site’s own address in the [form on the first page](/). It is the quickest check of this paragraph.",
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

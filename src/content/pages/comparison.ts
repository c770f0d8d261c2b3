import { site } from "#src/config/site.ts";
import type { Document } from "./document.ts";

export const comparison: Document = {
	title: "Comparison",
	description: `Three usual ways to get ready for an audit, and where ${site.name} helps and where it does not.`,
	heading: "Three ways to get ready, compared",
	lead: "We name no competitors: anything we wrote about them would be out of date next month. Here are the usual ways of working, and what we add to each.",
	sections: [
		{
			id: "spreadsheet",
			heading: "A spreadsheet and a shared folder",
			blocks: [
				"It costs nothing and anyone can use it. It suits one framework and one person. It fails when evidence goes stale without anyone noticing, and when two people answer the same question differently.",
				`What ${site.name} does about it: scans carry their time, their coverage and their evidence, so you can see how old a statement is.`,
			],
		},
		{
			id: "scanner",
			heading: "A scanner by itself",
			blocks: [
				"It finds technical faults well and speaks to engineers. It rarely says which control a finding concerns, or what it did not check.",
				`What ${site.name} does about it: each finding comes with its evidence and a fix, and parts that could not be checked are listed as not evaluated. We run well-known open-source tools where they are installed and tell you their version; you can run them yourself.`,
			],
		},
		{
			id: "consultant",
			heading: "A consultant",
			blocks: [
				"Nothing replaces someone who has sat through audits. Their time is best spent on judgment, but much of it goes into collecting.",
				`What ${site.name} does about it: consultants can collect targets on the spot, even without a signal, add a client and a note to each, and hand the list to another device.`,
			],
		},
		{
			id: "not",
			heading: "When we are not the right thing",
			blocks: [
				{
					list: [
						"You need a penetration test: that takes people, and our scans are no substitute.",
						"You need an external PCI DSS scan by an approved vendor (11.3.2): we are not one.",
						"You need an audit opinion or legal advice: only auditors and lawyers give those.",
						"You want a tool that says you comply. We will not.",
					],
				},
			],
		},
	],
	next: { text: "See it in 30 minutes", to: "/demo" },
};

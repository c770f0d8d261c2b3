import type { Document } from "./document.ts";

/** The pages of whom we serve, by id. No id is one of a solution: they share the folder `/solutions/`. */
export const segmentPages: Record<string, Document> = {
	"startups-and-scaleups": {
		title: "For startups and scaleups",
		description: "The first security questionnaire, the first audit, and nobody whose job it is.",
		heading: "The first big customer has sent a questionnaire",
		lead: "You have 40 people, a product that works, and two weeks to show that it is safe to buy.",
		sections: [
			{
				id: "challenges",
				heading: "What makes it hard",
				blocks: [
					{
						list: [
							"Nobody’s job: security is done by whoever set up the servers.",
							"Systems change every week, so that answers get old quickly.",
							"The customer asks for a framework you have not begun with.",
						],
					},
				],
			},
			{
				id: "start",
				heading: "A start that is not wasted",
				blocks: [
					"Scan what is public and repair what is marked high. That is useful whichever framework comes, and the two reports are your first evidence. Then read the questionnaire again: some of it you can now answer with a document.",
					"Say what is not done yet, with a date. Buyers who know the subject trust that more than a row of “yes”.",
				],
			},
			{
				id: "use",
				heading: "What you will use first",
				blocks: [
					"The [free scan](/), then [Compliance Readiness](/solutions/compliance-readiness) and [Automated Questionnaires](/solutions/automated-questionnaires).",
				],
			},
		],
		next: { text: "Start the 30-day trial", to: "/trial" },
	},
	"compliance-teams": {
		title: "For in-house compliance teams",
		description: "Several frameworks, one engineering team, and evidence that must not get old.",
		heading: "Ask engineering once, and serve four frameworks",
		lead: "You know the controls. What you are short of is evidence that is fresh, dated and not a screenshot.",
		sections: [
			{
				id: "challenges",
				heading: "What makes it hard",
				blocks: [
					{
						list: [
							"The same fault is asked about under four names, and engineers notice.",
							"Evidence was true on the day it was collected, and that day is long ago.",
							"A green dashboard hides what was never looked at.",
						],
					},
				],
			},
			{
				id: "start",
				heading: "How to use what scans show",
				blocks: [
					"Work from the fault to the controls and not the other way round. An old TLS version speaks against CC6.7 in SOC 2, A.8.24 in ISO/IEC 27001:2022 and 4.2.1 in PCI DSS at once: one ticket, three answers.",
					"Keep the list of what was not evaluated beside it. It is the part of the audit that you have to prepare by other means.",
				],
			},
			{
				id: "use",
				heading: "What you will use first",
				blocks: [
					"[Control Testing Suite](/solutions/control-testing-suite), [Document Management](/solutions/document-management) and [Risk Management](/solutions/risk-management).",
				],
			},
		],
		next: { text: "See it in 30 minutes", to: "/demo" },
	},
	consultants: {
		title: "For consultants and service providers",
		description: "Many clients, few hours, and meeting rooms without a signal.",
		heading: "Twelve clients, and one of you",
		lead: "Your hours are worth most in front of people. Collecting should not take them.",
		sections: [
			{
				id: "challenges",
				heading: "What makes it hard",
				blocks: [
					{
						list: [
							"Each client has other hosts, other contacts and another deadline.",
							"On site there is often no network that you may use.",
							"Clients want to see what you based a finding on, and rightly.",
						],
					},
				],
			},
			{
				id: "start",
				heading: "A visit, as it can go",
				blocks: [
					"Paste the client’s list of hosts into the [outbox](/outbox), with the client’s name and a note. It is kept on your phone, also without a signal, and goes out once when there is one. Until then you can change it, give it a time, or hand it to another device.",
					"The reports show their evidence word for word. You add what no scan can: what it means for this client.",
				],
			},
			{
				id: "permission",
				heading: "Permission comes first",
				blocks: [
					"Have the client agree in writing before any scan. For scans that probe, the client proves that the host is theirs with a file on it, which they can do in a few minutes while you are there.",
				],
			},
			{
				id: "use",
				heading: "What you will use first",
				blocks: [
					"[Third-Party Risk](/solutions/third-party-risk), [Automated Workflow](/solutions/automated-workflow) and the [guides](/guides).",
				],
			},
		],
		next: { text: "See it in 30 minutes", to: "/demo" },
	},
};

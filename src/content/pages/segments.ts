import { type Segment, segments } from "../landing/segments.ts";
import type { Document } from "./document.ts";

/** What makes it hard, as on the landing page. */
function challengesOf(id: Segment["id"]): Document["sections"][number] {
	const list = segments.find((segment) => segment.id === id)?.challenges ?? [];
	return { id: "challenges", heading: "What makes it hard", blocks: [{ list }] };
}

/** The segments' pages, by id. No segment has a solution's id, because both live under `/solutions/`. */
export const segmentPages: Record<string, Document> = {
	"startups-and-scaleups": {
		title: "For startups and scaleups",
		description: "The first security questionnaire, the first audit, and no one whose job it is.",
		heading: "The first big customer has sent a questionnaire",
		lead: "You have 40 people, a product that works, and two weeks to show that it is safe to buy.",
		sections: [
			challengesOf("startups-and-scaleups"),
			{
				id: "start",
				heading: "A start that is not wasted",
				blocks: [
					"Scan what is public and fix what is marked high. That is useful whichever framework comes, and the two reports are your first evidence. Then read the questionnaire again: some of it you can now answer with a document.",
					"Say what is not done yet, with a date. Buyers who know the subject trust that more than a row of “yes” answers.",
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
		description: "Several frameworks, one engineering team, and evidence that must stay fresh.",
		heading: "Ask engineering once, and serve four frameworks",
		lead: "You know the controls. What you lack is evidence that is fresh, dated and more than a screenshot.",
		sections: [
			challengesOf("compliance-teams"),
			{
				id: "start",
				heading: "How to use what scans show",
				blocks: [
					"Work from the fault to the controls, not the other way around. An old TLS version is evidence against CC6.7 in SOC 2, A.8.24 in ISO/IEC 27001:2022 and 4.2.1 in PCI DSS at once: one ticket, three answers.",
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
		lead: "Your hours are worth most in front of people. Collecting should not use them up.",
		sections: [
			challengesOf("consultants"),
			{
				id: "start",
				heading: "How a visit can go",
				blocks: [
					"Paste the client’s list of hosts into the [outbox](/outbox), with the client’s name and a note. It is saved on your phone, even without a signal, and sent once when there is one. Until then you can edit it, schedule it, or move it to another device.",
					"The reports show their evidence word for word. You add what no scan can: what it means for this client.",
				],
			},
			{
				id: "permission",
				heading: "Permission comes first",
				blocks: [
					"Have the client agree in writing before any scan. For scans that probe, the client verifies the host with a file on it, which they can do in a few minutes while you are there.",
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

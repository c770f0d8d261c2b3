import type { Document } from "./document.ts";

export const postAiRisk: Omit<Document, "title" | "description" | "heading"> = {
	lead: "“AI-driven” is written on most tools in this field, ours included. That is a reason to be exact about it: some of the work suits a machine very well, and some of it becomes worse when a machine does it.",
	sections: [
		{
			id: "register",
			heading: "A register is a record of decisions",
			blocks: [
				"A risk register looks like a table of facts: an asset, a threat, a likelihood, an impact. It is really a record of decisions. Someone decided that a risk is worth a line, that it is “medium”, that it is accepted until spring. When the auditor comes, the question is rarely whether “medium” was right. It is who decided, based on what, and whether anyone looked again.",
				"A model can fill such a table in a minute, and that is the danger. The lines look like decisions, and no one has made one.",
			],
		},
		{
			id: "good",
			heading: "Where a machine helps",
			blocks: [
				{
					list: [
						"Seeing. Certificates, versions, open services and headers can be read every week, and no one does that by hand for long.",
						"Sorting. Two hundred findings that have one cause are one line of work.",
						"Pointing. Which controls a fault concerns is a matter of tables, and tables can be checked.",
						"Drafting. A first text for a policy or an answer is easier to correct than an empty page.",
						"Noticing. The answer from March no longer fits what the scan saw in October.",
					],
				},
			],
		},
		{
			id: "bad",
			heading: "Where it makes things worse",
			blocks: [
				{
					list: [
						"Scoring likelihood without data. A number from a sentence is a guess with a decimal point.",
						"Accepting a risk. Acceptance needs someone who can be asked about it later.",
						"Saying “compliant”. Scans can contradict that; they cannot establish it.",
						"Explaining an incident to those it harmed, or to a regulator that expects a report within 72 hours.",
					],
				},
			],
		},
		{
			id: "ours",
			heading: "How we draw the line",
			blocks: [
				"Our grades come from written rules: the same evidence always gives the same grade, and the report shows the sum. What a tool saw and what we say about it are set in different type, so that one cannot be taken for the other. What was not checked is called “not evaluated”, because a gap that is filled with a plausible sentence is the worst thing a report can contain.",
			],
		},
		{
			id: "questions",
			heading: "Five questions for any tool that says AI",
			blocks: [
				{
					list: [
						"Which sentence on this screen was observed, which was calculated, and which was written?",
						"Does the same input give the same result tomorrow?",
						"What does it say when it does not know?",
						"Where does what I enter go, and is it used to train anything?",
						"Who signs?",
					],
				},
				"If the last answer is not the name of a person, close the register and start again.",
			],
		},
	],
	next: { text: "See a report that shows its evidence", to: "/" },
};

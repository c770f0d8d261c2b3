import { type Template, template } from "#contract/assessments/template.ts";

/** A small template with one question of each kind that has rules. The control codes are from our catalog. */
export const SMALL: Template = template.parse({
	id: "small",
	version: 1,
	title: "A small visit",
	about: "For tests.",
	kind: "visit",
	source: { title: "Tests" },
	asOf: "2026-11-24",
	sections: [
		{
			id: "doors",
			title: "Doors",
			questions: [
				{ id: "door", type: "choice", text: "Does the door close?", needsMore: true, controls: ["AC-02"] },
				{
					id: "lock",
					type: "choice",
					text: "Is the lock new?",
					showIf: { question: "door", is: ["yes", "partly"] },
				},
				{ id: "picture", type: "photo", text: "The door", optional: true },
			],
		},
		{
			id: "people",
			title: "People",
			questions: [
				{ id: "who", type: "text", text: "Who has a key?" },
				{
					id: "days",
					type: "several",
					text: "On which days?",
					choices: [
						{ id: "mon", label: "Monday" },
						{ id: "tue", label: "Tuesday" },
					],
				},
				{ id: "keys", type: "number", text: "How many keys?", from: 0, to: 50, optional: true },
				{ id: "where", type: "place", text: "Where is it?", optional: true },
				{ id: "backup", type: "choice", text: "Are backups restored?", controls: ["BC-01"] },
			],
		},
	],
});

import { site } from "#src/config/site.ts";
import type { Document } from "./document.ts";

export const about: Document = {
	title: "About",
	description: `What ${site.name} is for and how it works: evidence first, plain words, no claim that cannot be checked.`,
	heading: "A weight on a string",
	lead: "A plumb line shows what is upright. It is simple, it needs no power, and it cannot flatter. We try to build software that deserves the name.",
	sections: [
		{
			id: "why",
			heading: "Why we do this",
			blocks: [
				"Companies that grow fast in regulated markets are asked for proof all the time: by customers, auditors, regulators and investors. Much of what they are sold in return is a green check mark that no one can trace back to anything.",
				"We start at the other end, with what can be seen. A certificate has a date. A server says which version it runs. A page sends a header or does not. From there we say what it means, and we stop where the evidence stops.",
			],
		},
		{
			id: "how",
			heading: "How we work",
			blocks: [
				{
					list: [
						"Every finding comes with its evidence, word for word, and where it came from.",
						"What was not checked is called “not evaluated”. A scan that was cut short is never called clean.",
						"A request you make on a phone without a signal is saved, sent once, and confirmed.",
						"We are guests on the hosts we scan: passive unless the owner says otherwise.",
						"Grades follow fixed rules, so you can recalculate them yourself.",
					],
				},
			],
		},
		{
			id: "who",
			heading: "Who it is for",
			blocks: [
				"For [startups and scaleups](/solutions) facing their first security questionnaire, for compliance teams inside a company, and for consultants who look after several.",
			],
		},
	],
	next: { text: "Scan a host of yours", to: "/" },
};

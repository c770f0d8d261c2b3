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
				"Companies that grow fast in regulated markets are asked for proof all the time: by customers, auditors, authorities and investors. Much of what they are sold in return is a green tick that nobody can follow back to anything.",
				"We start at the other end, with what can be seen. A certificate has a date. A server says which version it runs. A page sends a header or does not. From there we say what it means, and we stop where the evidence stops.",
			],
		},
		{
			id: "how",
			heading: "How we work",
			blocks: [
				{
					list: [
						"Evidence stands beside every finding, word for word, with the place it came from.",
						"What was not looked at is called “not evaluated”. A scan that was cut short is never called clean.",
						"A request you make on a phone without a signal is kept, sent once, and confirmed.",
						"Scanned hosts are guests’ houses: passive unless the owner says otherwise.",
						"Rules decide grades, so that you can do the sum yourself.",
					],
				},
			],
		},
		{
			id: "who",
			heading: "For whom",
			blocks: [
				"For [startups and scaleups](/solutions) that meet their first security questionnaire, for compliance teams inside a company, and for consultants who look after several.",
			],
		},
	],
	next: { text: "Scan something of yours", to: "/" },
};

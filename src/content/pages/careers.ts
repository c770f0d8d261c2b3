import { site } from "#src/config/site.ts";
import type { Document } from "./document.ts";

export const careers: Document = {
	title: "Careers",
	description: "There is no open position right now. What working here is like, and how to write to us anyway.",
	heading: "No open position today",
	lead: "We list a position here when there is a budget for it, and take it down the day it is filled. Right now there is none.",
	sections: [
		{
			id: "like",
			heading: "What the work is like",
			blocks: [
				"We build a scanner, the rules that judge what it sees, and pages that work on a phone in a basement. Decisions are written down with their reasons, tests are named after what they prove, and “I do not know yet” is a fine answer.",
			],
		},
		{
			id: "write",
			heading: "Write to us anyway",
			blocks: [
				`If you have found a false positive of ours, improved a tool we use, or helped a company through its first audit, tell us: [${site.email}](mailto:${site.email}). An email in your own words is enough. We answer, and we delete it when you ask.`,
			],
		},
	],
};

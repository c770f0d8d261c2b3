import { faq } from "../faq.ts";
import type { Document } from "./document.ts";

export const faqPage: Document = {
	title: "Questions and answers",
	description: "What people ask before their first scan, and what we answer.",
	heading: "Questions and answers",
	lead: "What people ask before their first scan. If yours is missing, ask us and it may be here tomorrow.",
	sections: faq.map(({ question, answer }, at) => ({ id: `question-${at + 1}`, heading: question, blocks: [answer] })),
	next: { text: "Ask something else", to: "/contact" },
};

import type { Document } from "./document.ts";

export const webinars: Document = {
	title: "Webinars",
	description: "No webinar is planned at the moment. What there is instead.",
	heading: "No webinar is planned",
	lead: "When one is, its date, length and speaker will be here. We show no recordings of events that did not take place.",
	sections: [
		{
			id: "instead",
			heading: "What there is instead",
			blocks: [
				{
					list: [
						"[A 30-minute demo](/demo), just for you and about your own site.",
						"[Guides](/guides) on reading a report and fixing what it found.",
						"[Posts](/blog), also as a [feed](/feed.xml).",
					],
				},
			],
		},
	],
};

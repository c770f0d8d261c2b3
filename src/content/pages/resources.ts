import type { Document } from "./document.ts";

export const resources: Document = {
	title: "Resources",
	description: "Guides, posts, questions and answers, the self-assessment, and documents for procurement.",
	heading: "Resources",
	lead: "Everything we have written down, in one list.",
	sections: [
		{
			id: "learn",
			heading: "To read",
			blocks: [
				{
					facts: [
						["Guides", "[Reading a report, fixing findings, keeping evidence](/guides)"],
						["Posts", "[Longer thoughts](/blog), or [all of them](/blog/all)"],
						["Questions", "[What people ask before their first scan](/faq)"],
						["Webinars", "[None at the moment](/webinars)"],
					],
				},
			],
		},
		{
			id: "use",
			heading: "To use",
			blocks: [
				{
					facts: [
						["Free scan", "[A target, an address, a report](/)"],
						[
							"Self-assessment",
							"[How you stand under Nigeria’s NDPA 2023 and GAID 2025](/ndpr). Your answers stay on your device.",
						],
						["Solutions", "[What each part of the product does](/solutions)"],
						["API", "[The description of every call](/api/v1/docs/), for your own programs"],
					],
				},
			],
		},
		{
			id: "papers",
			heading: "For procurement",
			blocks: [
				{
					facts: [
						["Security", "[How we protect accounts and hosts](/security)"],
						["Privacy", "[What we hold and for how long](/privacy), [cookies](/cookies)"],
						["Terms", "[What you and we agree on](/terms)"],
						["Scanner", "[What our scanner sends](/scanner-info)"],
					],
				},
			],
		},
	],
};

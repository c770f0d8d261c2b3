/** A post as lists show it. Its text is in the folder of pages. */
type Post = {
	path: string;
	heading: string;
	description: string;
	/** ISO 8601, the day it was published. */
	date: string;
	minutes: number;
};

/** Newest first. */
export const posts = [
	{
		path: "/blog/ai-risk-management",
		heading: "What a machine may decide about risk, and what it may not",
		description:
			"Where automation helps a risk register, where it makes one worse, and five questions to ask of any tool that says AI.",
		date: "2026-11-10",
		minutes: 5,
	},
	{
		path: "/blog/compliance-automation",
		heading: "Compliance automation that an auditor can check",
		description:
			"What can be collected by machine, why one finding never proves a control, and how to keep evidence worth showing.",
		date: "2026-10-27",
		minutes: 6,
	},
] as const satisfies Post[];

/** One row of the company-stage table (specification, section 1). */
type Stage = {
	/** Shown as is: these bands and the contact form's company sizes are two different lists. */
	employees: "10-50" | "50-200" | "200+";
	name: string;
	where: string;
	first: string;
	after: string;
	/** Where to start. */
	link: { to: string; label: string };
};

export const stages: readonly Stage[] = [
	{
		employees: "10-50",
		name: "First questions",
		where: "A customer asks how you protect their data. There is no list of what is public.",
		first: "Scan what is public, and fix what is marked high.",
		after: "Two reports, before and after, as the first evidence.",
		link: { to: "/solutions/risk-management", label: "Start with risk management" },
	},
	{
		employees: "50-200",
		name: "First audit",
		where: "The audit has a date. Evidence is collected by hand, by people with other jobs.",
		first: "Verify your hosts, then run the scans that probe.",
		after: "Findings by control, and a list of what was not evaluated.",
		link: { to: "/solutions/document-generator", label: "Start with the document generator" },
	},
	{
		employees: "200+",
		name: "Several at once",
		where: "Frameworks, regions and suppliers overlap. Each asks the same thing in different words.",
		first: "Add the hosts of teams and suppliers, each with its owner.",
		after: "One record that answers all of them, exported or by API.",
		link: { to: "/solutions/automated-workflow", label: "Start with the workflow" },
	},
];

/** One row of the company-stage table (specification, section 1). */
type Stage = {
	/** Shown as it stands: these bands and the sizes of the contact form are two different lists. */
	employees: "10-50" | "50-200" | "200+";
	name: string;
	where: string;
	first: string;
	after: string;
	/** Where to begin. */
	link: { to: string; label: string };
};

export const stages: readonly Stage[] = [
	{
		employees: "10-50",
		name: "First questions",
		where: "A customer asks how you protect their data. There is no list of what is public.",
		first: "Scan what everybody can see, repair what is marked high.",
		after: "Two reports, before and after, as the first evidence.",
		link: { to: "/solutions/risk-management", label: "Begin with risk management" },
	},
	{
		employees: "50-200",
		name: "First audit",
		where: "A framework has a date. Evidence is collected by hand, by people who do something else.",
		first: "Show that your hosts are yours, and run the scans that probe.",
		after: "Findings by control, and a list of what was not evaluated.",
		link: { to: "/solutions/document-generator", label: "Begin with the document generator" },
	},
	{
		employees: "200+",
		name: "Several at once",
		where: "Frameworks, regions and suppliers overlap. Each asks the same in other words.",
		first: "Bring in the hosts of teams and suppliers, each with its owner.",
		after: "One record that answers all of them, exported or by API.",
		link: { to: "/solutions/automated-workflow", label: "Begin with the workflow" },
	},
];

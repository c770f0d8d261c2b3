/**
 * The sidebar's items: those in the specification (section 2), in its order, with the follow-up work right after what scans find. Each
 * leads to `/dashboard/{name}`.
 */
export const ITEMS = [
	{ name: "overview", label: "Overview" },
	{ name: "scans", label: "Security Scans" },
	{ name: "vulnerabilities", label: "Vulnerabilities" },
	{ name: "compliance", label: "Compliance" },
	{ name: "controls", label: "Controls" },
	{ name: "tasks", label: "Tasks" },
	{ name: "assessments", label: "Assessments" },
	{ name: "evidence", label: "Evidence" },
	{ name: "questionnaires", label: "Questionnaires" },
	{ name: "reports", label: "Reports" },
	{ name: "assets", label: "Assets" },
	{ name: "settings", label: "Settings" },
] as const satisfies readonly { name: string; label: string }[];

/** Below the others, for operators of the server only. */
export const OPERATOR_ITEM = { name: "operator", label: "Operator" } as const;

export type ItemName = (typeof ITEMS)[number]["name"] | (typeof OPERATOR_ITEM)["name"];

/**
 * The item a path belongs to: the first whose name is a segment after `/dashboard/`. `/dashboard` alone, the page after a sign-in, is
 * the overview. Null if the path names none.
 */
export function activeItem(path: string): ItemName | null {
	const [, first, ...names] = path.split("/");
	if (first !== "dashboard") return null;
	const segments = names.filter((name) => name !== "");
	if (segments.length === 0) return "overview";
	for (const segment of segments) {
		const item = [...ITEMS, OPERATOR_ITEM].find(({ name }) => name === segment);
		if (item) return item.name;
	}
	return null;
}

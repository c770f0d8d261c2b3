import type { IconName } from "#src/ui/icon.tsx";

/** The sidebar's items: those of the specification (section 2), in its order, and evidence beside what it is about. Each leads to `/dashboard/{name}`. */
export const ITEMS = [
	{ name: "overview", label: "Overview", icon: "overview" },
	{ name: "scans", label: "Security Scans", icon: "scans" },
	{ name: "vulnerabilities", label: "Vulnerabilities", icon: "vulnerabilities" },
	{ name: "evidence", label: "Evidence", icon: "evidence" },
	{ name: "reports", label: "Reports", icon: "reports" },
	{ name: "assets", label: "Assets", icon: "assets" },
	{ name: "settings", label: "Settings", icon: "settings" },
] as const satisfies readonly { name: string; label: string; icon: IconName }[];

/** Below the others, for operators of the server only. */
export const OPERATOR_ITEM = { name: "operator", label: "Operator", icon: "operator" } as const satisfies {
	icon: IconName;
	[fact: string]: string;
};

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

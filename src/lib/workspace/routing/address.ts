import { CLIENT_PART, screenPath } from "./screen-path.ts";

/** The code of the client that an address names; null if it names none. */
export function codeIn(path: string): string | null {
	const named = CLIENT_PART.exec(path)?.[1];
	if (named === undefined) return null;
	try {
		return decodeURIComponent(named);
	} catch {
		return named;
	}
}

const isScreen = (to: string): boolean => /^\/dashboard(?=[/?#]|$)/.test(to);

/** The address of a screen for a client, or for all clients. Addresses outside the dashboard stay as they are. */
export function inClient(to: string, code: string | null): string {
	if (!isScreen(to)) return to;
	const screen = screenPath(to);
	return code === null ? screen : screen.replace("/dashboard", `/dashboard/c/${encodeURIComponent(code)}`);
}

/** Where a link on a page leads: it keeps the page's client unless it names one itself. */
export const staying = (to: string, page: string): string => (codeIn(to) === null ? inClient(to, codeIn(page)) : to);

/** The screens that are about a client's work, by the segment after `/dashboard/`. */
const OF_CLIENTS = new Set([
	"",
	"overview",
	"scans",
	"vulnerabilities",
	"compliance",
	"controls",
	"tasks",
	"evidence",
	"questionnaires",
	"assets",
	"reports",
]);

/**
 * Whether an address without a client means the last one used. This is true for screens. The address of a single thing, as in an email,
 * means all clients: the thing may belong to a different client.
 */
export function meansLastClient(path: string): boolean {
	const [, first, screen = "", ...rest] = path.split("/");
	// Trailing slashes do not matter.
	return first === "dashboard" && OF_CLIENTS.has(screen) && rest.every((part) => part === "");
}

/** Where the user lands after choosing another client: on the same kind of screen. */
export function screenOf(path: string): string {
	const screen = screenPath(path).split("/")[2] ?? "";
	return OF_CLIENTS.has(screen) && screen !== "" ? `/dashboard/${screen}` : "/dashboard/overview";
}

const HOME = "/dashboard";
/** Paths that a sign-in may lead to, including everything below them. */
const ROOMS = [HOME, "/invitation"];
const ANY_ORIGIN = "https://here.invalid";

/** Where a report's "Watch this host" leads. */
export const watchPath = (report: string): string => `/auth/register?watch=${encodeURIComponent(report)}`;

/** Where a sign-in leads: `?next=` if it is a page of this site's dashboard or an invitation, otherwise the dashboard. */
export function nextPath(search: string): string {
	const next = new URLSearchParams(search).get("next");
	if (!next?.startsWith("/")) return HOME;
	// As a browser reads it: `//`, `/\` and `/..` may lead elsewhere.
	const url = URL.canParse(next, ANY_ORIGIN) ? new URL(next, ANY_ORIGIN) : null;
	if (url?.origin !== ANY_ORIGIN || !ROOMS.some((room) => `${url.pathname}/`.startsWith(`${room}/`))) return HOME;
	return url.pathname + url.search + url.hash;
}

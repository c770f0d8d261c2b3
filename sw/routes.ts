import { SERVER_PAGES } from "#contract/routes.ts";

/** The navigations this worker answers: all except those to the API, such as downloads. */
export const isPageNavigation = ({ request, url }: { request: Pick<Request, "mode">; url: URL }): boolean =>
	request.mode === "navigate" && !url.pathname.startsWith("/api/");

const isServerPage = (path: string) => SERVER_PAGES.some((start) => path.startsWith(start));

const isDashboard = (path: string) => path === "/dashboard" || path.startsWith("/dashboard/");

/** The page for every dashboard address that has no page of its own in the build. */
const DASHBOARD_SHELL = "/dashboard/shell.html";

type NavigationDeps = {
	fetch(request: Request): Promise<Response>;
	precached(file: string): Promise<Response | undefined>;
};

/**
 * Answers a navigation to an address without a precached page of its own. The dashboard has one shell for all its other addresses.
 * Everything else comes from the network and is never stored; without a network it gets the offline page.
 */
export async function answerNavigation(request: Request, { fetch, precached }: NavigationDeps): Promise<Response> {
	const { pathname } = new URL(request.url);
	const shell = isDashboard(pathname) && !isServerPage(pathname) ? await precached(DASHBOARD_SHELL) : undefined;
	if (shell) return shell;
	try {
		return await fetch(request);
	} catch (error) {
		const offline = await precached("/offline.html");
		if (!offline) throw error;
		return offline;
	}
}

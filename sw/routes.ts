import { SERVER_PAGES } from "#contract/routes.ts";

/** The navigations this worker answers: all but those into the API, downloads for instance. */
export const isPageNavigation = ({ request, url }: { request: Pick<Request, "mode">; url: URL }): boolean =>
	request.mode === "navigate" && !url.pathname.startsWith("/api/");

const isServerPage = (path: string) => SERVER_PAGES.some((start) => path.startsWith(start));

const isDashboard = (path: string) => path === "/dashboard" || path.startsWith("/dashboard/");

/** The page of the build for every address of the dashboard that has none by its own name. */
const DASHBOARD_SHELL = "/dashboard/shell.html";

type NavigationDeps = {
	fetch(request: Request): Promise<Response>;
	precached(file: string): Promise<Response | undefined>;
};

/**
 * Answers a navigation that is to none of the precached pages by its own name. The dashboard has one shell for all its
 * other addresses. Everything else is the network's, and never kept: with the network off it gets the offline page.
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

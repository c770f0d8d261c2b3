import { matchRoutes } from "react-router-dom";
import { screenPath } from "#src/lib/workspace/screen-path.ts";
import { type PageModule, page } from "./page.tsx";

/**
 * What surrounds a page (specification, section 2): header and footer, the dashboard's shell, or nothing. Titles and texts belong in
 * the pages' own files: this table loads with the landing page.
 */
export type Layout = "site" | "bare" | "dashboard";

/** One page of the product. The prerenderer writes it to `dist` under its path. */
export type AppRoute = {
	/** May have parameters; then the page's file lists its `paths`. */
	path: string;
	/** Key in Vite's manifest: the prerenderer turns it into modulepreload links. */
	file: string;
	layout: Layout;
	Page: ReturnType<typeof page<object, PageModule>>;
};

/** The document for dashboard addresses without one of their own: the shell, until the address's page has loaded. */
export const SHELL = "/dashboard/shell";

const files = import.meta.glob<PageModule>(["/src/app/*-page.tsx", "/src/features/*/*-page.tsx"]);

function route(layout: Layout, path: string, name: string): AppRoute {
	const file = `src/${name}-page.tsx`;
	const load = files[`/${file}`];
	if (!load) throw new Error(`There is no ${file}`);
	return { path, file, layout, Page: page(load) };
}

/** One file is the page of several addresses. */
const pages = (name: string, paths: string) => paths.split(" ").map((path) => route("site", path, name));

export const routes: AppRoute[] = [
	route("site", "/", "features/landing/landing"),
	route("site", "/outbox", "features/outbox-screen/outbox"),
	// Its file lists the addresses to prerender. For all others below it, the server and the worker send `SHELL`.
	route("dashboard", "/dashboard/*", "features/overview/overview"),
	route("dashboard", "/dashboard/scans", "features/scans/scans"),
	route("dashboard", "/dashboard/scans/:scanId", "features/scan-detail/scan-detail"),
	route("dashboard", "/dashboard/outbox", "features/outbox-screen/outbox"),
	route("dashboard", "/dashboard/vulnerabilities", "features/findings/vulnerabilities"),
	route("dashboard", "/dashboard/vulnerabilities/:fingerprint", "features/findings/finding-detail"),
	route("dashboard", "/dashboard/evidence", "features/evidence/evidence"),
	route("dashboard", "/dashboard/evidence/new", "features/evidence/capture"),
	route("dashboard", "/dashboard/evidence/:evidenceId", "features/evidence/evidence-detail"),
	route("dashboard", "/dashboard/assets", "features/assets/assets"),
	route("dashboard", "/dashboard/reports", "features/reports/reports"),
	route("dashboard", "/dashboard/reports/:reportId", "features/reports/report-detail"),
	route("dashboard", "/dashboard/operator", "features/operator/operator"),
	route("dashboard", SHELL, "app/opening"),
	// Each group by its name, so that any other path below shows the overview (src/features/settings/groups.ts).
	...[
		"",
		"/account",
		"/sign-in",
		"/notifications",
		"/workspace",
		"/people",
		"/clients",
		"/audit",
		"/device",
		"/data",
		"/delete",
	].map((group) => route("dashboard", `/dashboard/settings${group}`, "features/settings/settings")),
	route("bare", "/auth/login", "features/auth/login"),
	route("bare", "/auth/register", "features/auth/register"),
	route("bare", "/auth/confirm", "features/auth/confirm"),
	route("site", "/forgot-password", "features/auth/forgot-password"),
	route("site", "/invitation", "features/invitation/invitation"),
	route("bare", "/ndpr", "features/questionnaire/ndpr"),
	route("bare", "/ndpr/assessment", "features/questionnaire/assessment"),
	...pages("features/contact/contact", "/contact /contact-us"),
	route("site", "/solutions/:id?", "features/solutions/solutions"),
	route("site", "/demo", "features/demo/demo"),
	...pages("features/info/company", "/about /careers /trial /comparison"),
	...pages("features/info/legal", "/terms /privacy /cookies /security"),
	...pages("features/info/library", "/resources /webinars /guides /faq"),
	...pages("features/blog/blog", "/blog /blog/all /blog/compliance-automation /blog/ai-risk-management"),
	route("site", "/offline", "app/offline"),
	route("site", "/404", "app/not-found"),
];

const known = (path: string): AppRoute | undefined => matchRoutes(routes, screenPath(path))?.at(-1)?.route;

/** The route of an address; the not-found page's if there is none. */
export const routeOf = (path: string): AppRoute | undefined => known(path) ?? known("/404");

const firstSegment = (path: string) => path.split("/")[1];

/** The layout of an address. One without a page gets the layout of its first segment: nothing below `/auth` has a header. */
export const layoutOf = (path: string): Layout =>
	(known(path) ?? routes.find((route) => firstSegment(route.path) === firstSegment(path)))?.layout ?? "site";

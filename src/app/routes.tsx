import type { ComponentType } from "react";
import { matchRoutes } from "react-router-dom";
import { type PageModule, page } from "./page.tsx";
import { type AppRoute, type Layout, routesTo } from "./route.ts";

/** The dashboard's pages have their own table (dashboard/screen.tsx), which the public pages don't load. */
const Screen = page(() => import("./dashboard/screen.tsx"));
export const preloadScreens = Screen.preload;

const route = routesTo(
	import.meta.glob<PageModule>([
		"/src/app/{not-found,offline}-page.tsx",
		"/src/features/{landing,outbox-screen,auth,invitation,respond,self-assessment,contact,solutions,demo,info,blog}/*-page.tsx",
	]),
);

/** One file is the page of several addresses. */
const pages = (name: string, paths: string) => paths.split(" ").map((path) => route("site", path, name));

/** The public pages. */
export const routes: AppRoute[] = [
	route("site", "/", "features/landing/landing"),
	route("site", "/outbox", "features/outbox-screen/outbox"),
	route("bare", "/auth/login", "features/auth/login"),
	route("bare", "/auth/register", "features/auth/register"),
	route("bare", "/auth/confirm", "features/auth/confirm"),
	route("site", "/forgot-password", "features/auth/forgot-password"),
	route("site", "/invitation", "features/invitation/invitation"),
	route("site", "/answer", "features/respond/respond"),
	route("bare", "/ndpr", "features/self-assessment/ndpr"),
	route("bare", "/ndpr/assessment", "features/self-assessment/assessment"),
	...pages("features/contact/contact", "/contact /contact-us"),
	route("site", "/solutions/:id?", "features/solutions/solutions"),
	route("site", "/demo", "features/demo/demo"),
	...pages("features/info/company", "/about /careers /trial /comparison"),
	...pages("features/info/legal", "/terms /privacy /cookies /security"),
	route("site", "/frameworks", "features/info/frameworks"),
	...pages("features/info/library", "/resources /webinars /guides /faq"),
	...pages("features/blog/blog", "/blog /blog/all /blog/compliance-automation /blog/ai-risk-management"),
	route("site", "/offline", "app/offline"),
	route("site", "/404", "app/not-found"),
];

const known = (path: string): AppRoute | undefined => matchRoutes(routes, path)?.at(-1)?.route;

/** The route for a public address; the not-found page's if there is none. */
export const routeOf = (path: string): AppRoute | undefined => known(path) ?? known("/404");

const firstSegment = (path: string) => path.split("/")[1];

/** The layout for an address. An address without a page gets the layout of its first segment: nothing under `/auth` has a header. */
export function layoutOf(path: string): Layout {
	if (firstSegment(path) === "dashboard") return "dashboard";
	return (known(path) ?? routes.find((route) => firstSegment(route.path) === firstSegment(path)))?.layout ?? "site";
}

/** The component that shows an address's page. */
export const pageOf = (path: string): ComponentType<{ path: string }> | undefined =>
	layoutOf(path) === "dashboard" ? Screen : routeOf(path)?.Page;

/** Loads an address's page ahead of time, so it shows immediately. */
export const preloadPage = async (path: string): Promise<PageModule | undefined> =>
	layoutOf(path) === "dashboard"
		? (await preloadScreens()).screenOf(path).Page.preload()
		: routeOf(path)?.Page.preload();

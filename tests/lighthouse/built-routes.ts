import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

export type BuiltRoute = {
	path: string;
	indexable: boolean;
	/** The document's tags that load scripts or matter to an installed app. Pages with the same tags are the same app. */
	app: string;
};

/** Stand-ins for other addresses: nobody opens them by name. */
const STAND_INS = ["/404", "/offline", "/dashboard/shell"];

/** The product's own areas: not for the public, or only a step of something. */
const OWN_ROOMS = /^\/(dashboard|auth|ndpr|outbox)(\/|$)/;

/** Tags that load scripts or matter to an installed app. */
const APP_TAGS =
	/<(?:script (?!type="application\/ld\+json")|link rel="(?:modulepreload|manifest|apple-touch-icon)"|meta name="(?:viewport|theme-color)")[^>]*>/g;

const appOf = (html: string): string => [...new Set(html.match(APP_TAGS))].toSorted().join("");

/** Every page of the build. */
export async function builtRoutes(dist: string): Promise<BuiltRoute[]> {
	const files = (await readdir(dist, { recursive: true })).filter((file) => file.endsWith(".html"));
	const routes = await Promise.all(
		files.map(async (file) => {
			const html = await readFile(join(dist, file), "utf8");
			return {
				path: `/${file.replaceAll("\\", "/").replace(/(^index)?\.html$/, "")}`,
				indexable: !/<meta name="robots" content="[^"]*noindex/.test(html),
				app: appOf(html),
			};
		}),
	);
	return routes
		.filter(({ path }) => !STAND_INS.includes(path))
		.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** The pages that are audited: all public ones, and the dashboard's first. */
export const auditedRoutes = (routes: BuiltRoute[]): BuiltRoute[] =>
	routes.filter(({ path }) => !OWN_ROOMS.test(path) || path === "/dashboard/overview");

/** The first of the pages that are the same app. */
export const firstOfApp = (route: BuiltRoute, routes: BuiltRoute[]): boolean =>
	routes.find(({ app }) => app === route.app) === route;

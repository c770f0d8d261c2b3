import { type PageModule, page } from "./page.tsx";

/**
 * What surrounds a page (specification, section 2): header and footer, the dashboard's shell, or nothing. Titles and texts belong in
 * the pages' own files: the table of the public pages loads with the landing page.
 */
export type Layout = "site" | "bare" | "dashboard";

/** The document for dashboard addresses without one of their own: the shell, until the address's page has loaded. */
export const SHELL = "/dashboard/shell";

/** One page of the product. The prerenderer writes it to `dist` under its path. */
export type AppRoute = {
	/** May have parameters; then the page's file lists its `paths`. */
	path: string;
	/** Key in Vite's manifest: the prerenderer turns it into modulepreload links. */
	file: string;
	layout: Layout;
	Page: ReturnType<typeof page<object, PageModule>>;
};

/** Returns a function that makes table rows for pages among these files, by file name: `app/offline` is `src/app/offline-page.tsx`. */
export const routesTo =
	(files: Record<string, () => Promise<PageModule>>) =>
	(layout: Layout, path: string, name: string): AppRoute => {
		const file = `src/${name}-page.tsx`;
		const load = files[`/${file}`];
		if (!load) throw new Error(`There is no ${file}`);
		return { path, file, layout, Page: page(load) };
	};

import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { App } from "./app/app.tsx";
import { layoutFiles, preloadLayout } from "./app/layouts.tsx";
import { metaOf, type PageMeta } from "./app/page.tsx";
import { layoutOf, preloadPage, routes } from "./app/routes.tsx";

type Document = PageMeta & {
	path: string;
	/** Keys in Vite's manifest of what the page needs besides the app itself. */
	files: string[];
	/** Scripts that run before the first paint; it doesn't wait for those that are `async`. */
	scripts: { src: string; async: boolean }[];
};

/** Every page to write, with the contents of its head. */
export async function documents(): Promise<Document[]> {
	// Imported the way the pages import it, so the bundler can keep it separate in both builds.
	const { screens } = await import("./app/dashboard/screen.tsx");
	const lists = await Promise.all(
		[...routes, ...screens].map(async ({ path, file, layout, Page }) => {
			const module = await Page.preload();
			const files = [...layoutFiles[layout], file];
			const theme = { src: "/theme.js", async: layout === "site" };
			const scripts = layout === "dashboard" ? [theme, { src: "/before-paint.js", async: false }] : [theme];
			return (module.paths ?? [path]).map((path) => ({ path, files, scripts, ...metaOf(module, path) }));
		}),
	);
	return lists.flat();
}

/** The HTML of one route, for the prerenderer. Throws if anything in it throws: we must never build half a page. */
export async function render(path: string): Promise<string> {
	await Promise.all([preloadPage(path), preloadLayout(layoutOf(path))]);
	const { prelude } = await prerender(
		<StaticRouter location={path}>
			<App firstPath={path} />
		</StaticRouter>,
		{
			// React moves large Suspense boundaries out of line with inline scripts, which our content policy forbids.
			progressiveChunkSize: Number.POSITIVE_INFINITY,
			onError(error) {
				throw error;
			},
		},
	);
	return new Response(prelude).text();
}

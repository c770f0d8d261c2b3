import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router-dom";
import { App } from "./app/app.tsx";
import { routes } from "./app/routes.tsx";

export { routes };

/** The HTML of one route, for the prerenderer. Throws when anything in it throws: a half page must not be built. */
export async function render(path: string): Promise<string> {
	await routes.find((route) => route.path === path)?.Page.preload();
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

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtRoutes, firstOfApp } from "#tests/lighthouse/built-routes.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";

const MANIFEST = '<link rel="manifest" href="/manifest.webmanifest">';
const SCRIPT = '<script type="module" src="/assets/page-1.js"></script>';

/** The pages of a build with these documents to which `pwa` would apply. */
async function askedForPwa(documents: Record<string, string>): Promise<string[]> {
	const dist = await scratchFolder("built");
	await Promise.all(Object.entries(documents).map(([name, html]) => writeFile(join(dist, `${name}.html`), html)));
	const routes = await builtRoutes(dist);
	return routes.filter((route) => firstOfApp(route, routes)).map(({ path }) => path);
}

test("pages with the same scripts and the same head of an app are asked for `pwa` once", async () => {
	const page = (title: string) =>
		`<title>${title}</title>${MANIFEST}${SCRIPT}<script type="application/ld+json">{"name":"${title}"}</script>`;
	expect(await askedForPwa({ a: page("One"), b: page("Another") })).toEqual(["/a"]);
});

test.each([
	["another script", `${MANIFEST}${SCRIPT.replace("page-1", "page-2")}`],
	["one more script", `${MANIFEST}${SCRIPT}<link rel="modulepreload" href="/assets/more.js">`],
	["no manifest", SCRIPT],
	["another theme color", `${MANIFEST}${SCRIPT}<meta name="theme-color" content="#fff">`],
	["another viewport", `${MANIFEST}${SCRIPT}<meta name="viewport" content="width=1024">`],
])("a page with %s is asked by itself", async (_, html) => {
	expect(await askedForPwa({ a: `${MANIFEST}${SCRIPT}`, b: html })).toEqual(["/a", "/b"]);
});

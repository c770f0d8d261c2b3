import type { IncomingMessage, ServerResponse } from "node:http";
import { pagesReadText } from "#contract/findings/pages-read.ts";
import { completed, scan } from "./scan.ts";
import { startSite } from "./start-site.ts";

export type Page = string | ((request: IncomingMessage, response: ServerResponse) => void);

export const link = (...paths: string[]) => paths.map((path) => `<a href="${path}">x</a>`).join("");
export const numbered = (count: number) => Array.from({ length: count }, (_, at) => `/p${at + 1}`);
export const sitemap = (origin: string, ...paths: string[]) =>
	`<urlset>${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("")}</urlset>`;
export const answer =
	(status: number, headers: Record<string, string | string[]> = {}, body = ""): Page =>
	(_request, response) =>
		void response.writeHead(status, headers).end(body);

/** A site of these pages, by path; everything else is missing. `asked`: what it was asked for besides its own page, in order. */
async function site(pages: Record<string, Page> | ((origin: string) => Record<string, Page>)) {
	const asked: string[] = [];
	const atOnce = { now: 0, most: 0 };
	const port = await startSite((request, response) => {
		const url = request.url ?? "";
		if (request.method === "GET" && url !== "/") {
			asked.push(url);
			atOnce.most = Math.max(atOnce.most, ++atOnce.now);
			response.once("close", () => atOnce.now--);
		}
		const all = typeof pages === "function" ? pages(`http://site.example.com:${port}`) : pages;
		const page = all[url];
		if (typeof page === "function") page(request, response);
		else if (page === undefined) response.writeHead(404).end();
		else response.writeHead(200, { "content-type": "text/html", "x-content-type-options": "nosniff" }).end(page);
	});
	return { port, asked, atOnce };
}

/** Scanned as a host that nobody listed, so that nothing else is asked for. */
export async function crawlOf(pages: Parameters<typeof site>[0], limits: Parameters<typeof scan>[0]["limits"] = {}) {
	const { port, asked, atOnce } = await site(pages);
	const resolver = {
		addresses: async () => ({ status: "found" as const, addresses: [{ address: "127.0.0.1", family: 4 as const }] }),
	};
	const result = completed(await scan({ text: `http://site.example.com:${port}`, resolver, limits, listed: false }));
	if (!result.pages) throw new Error("the site has a page");
	return { result, pages: result.pages, asked, atOnce, text: pagesReadText(result.pages) };
}

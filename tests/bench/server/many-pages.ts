import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const PAGES = 30;
/** As long as an ordinary page's markup. */
const FILLING = `<p>${"Lorem ipsum dolor sit amet. ".repeat(1_100)}</p>`;

/** A site of pages of 30 kB, thirty unless it is said otherwise, each with a menu of all of them, and a sitemap. */
export async function startManyPages(pages = PAGES, port = 0): Promise<{ url: string; close: () => void }> {
	const paths = Array.from({ length: pages }, (_, at) => (at === 0 ? "/" : `/page-${at}`));
	const menu = paths.map((path) => `<a href="${path}">${path}</a>`).join("");
	const page = `<!doctype html><html lang="en"><title>Page</title>${menu}${FILLING}</html>`;
	const server = createServer(({ url }, response) => {
		if (url === "/sitemap.xml") {
			const entries = paths.map((path) => `<url><loc>${address()}${path}</loc></url>`).join("");
			response.writeHead(200, { "content-type": "application/xml" }).end(`<urlset>${entries}</urlset>`);
		} else if (paths.includes(url ?? "")) response.writeHead(200, { "content-type": "text/html" }).end(page);
		else response.writeHead(404).end();
	});
	const address = () => `http://localhost:${(server.address() as AddressInfo).port}`;
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	return {
		url: address(),
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

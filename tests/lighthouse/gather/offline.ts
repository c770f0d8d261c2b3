import type { Puppeteer } from "lighthouse";
import type { Offline, Visit } from "./artifact.ts";

/** An address that no product has. */
const UNKNOWN = "/no-such-page-with-the-network-off";

/** Opens start_url, every route and an address that does not exist, in an offline tab. */
export async function visitOffline(tab: Puppeteer.Page, startUrl: string, urls: string[]): Promise<Offline> {
	const routes: Visit[] = [];
	for (const url of urls) routes.push(await visit(tab, url));
	const unknown = await visit(tab, new URL(UNKNOWN, startUrl).href);
	return { tried: true, start: await visit(tab, startUrl), routes, unknown };
}

async function visit(tab: Puppeteer.Page, url: string): Promise<Visit> {
	try {
		const response = await tab.goto(url, { waitUntil: "domcontentloaded", timeout: 60_000 });
		const shown = await tab.evaluate(() => ({
			title: document.title,
			heading: document.querySelector("h1")?.textContent?.trim() ?? "",
		}));
		return { url, status: response?.status() ?? 0, fromWorker: response?.fromServiceWorker() ?? false, ...shown };
	} catch {
		return { url, status: 0, fromWorker: false, title: "", heading: "" };
	}
}

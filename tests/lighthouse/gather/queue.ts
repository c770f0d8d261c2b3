import type { Puppeteer } from "lighthouse";
import type { PwaArtifact } from "./artifact.ts";
import type { PwaSettings } from "./settings.ts";

/** Makes a request with the network off, then reloads the page: is it still waiting? */
export async function keepRequest(
	tab: Puppeteer.Page,
	url: string,
	{ enqueue, count }: NonNullable<PwaSettings["queue"]>,
): Promise<PwaArtifact["queue"]> {
	try {
		await tab.goto(url, { waitUntil: "load", timeout: 60_000 });
		await enqueue(tab);
		const before = await count(tab);
		await tab.reload({ waitUntil: "load", timeout: 60_000 });
		return { tried: true, before, after: await count(tab) };
	} catch (error) {
		return { tried: false, reason: `the request could not be made offline: ${error}` };
	}
}

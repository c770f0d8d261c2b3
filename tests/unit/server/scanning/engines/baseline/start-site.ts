import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A site that answers so, until the test has ended. */
export async function startSite(answer: RequestListener): Promise<number> {
	const site = createServer(answer).listen(0, "127.0.0.1");
	onTestFinished(() => {
		site.closeAllConnections();
		site.close();
	});
	await once(site, "listening");
	return (site.address() as AddressInfo).port;
}

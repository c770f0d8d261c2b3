import type { Puppeteer } from "lighthouse";

const OFF = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/**
 * Turns the network off for tabs and for the workers of an origin, including one that starts later. A tab's own emulation does not reach
 * its worker. There is no way back: what waits in the product would be sent.
 */
export async function turnNetworkOff(origin: string, tabs: Puppeteer.Page[]): Promise<void> {
	const browser = tabs[0]?.browser();
	if (!browser) throw new Error("There is no tab to take offline");
	const isolate = async (target: ReturnType<Puppeteer.Page["target"]>) => {
		if (target.type() !== "service_worker" || !target.url().startsWith(origin)) return;
		const session = await target.createCDPSession();
		await session.send("Network.enable");
		await session.send("Network.emulateNetworkConditions", OFF);
	};
	browser.on("targetcreated", (target) => void isolate(target).catch(() => undefined));
	await Promise.all(browser.targets().map(isolate));
	for (const tab of tabs) await tab.setOfflineMode(true);
}

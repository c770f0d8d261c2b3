import type { Puppeteer } from "lighthouse";

/** One of the browser's own pages: going there and back is how DevTools tests the back/forward cache. */
const ELSEWHERE = "chrome://terms";

/** The window's listeners that hold a page back. */
export async function listLeaveListeners(tab: Puppeteer.Page): Promise<string[]> {
	const session = await tab.createCDPSession();
	const { result } = await session.send("Runtime.evaluate", { expression: "window" });
	if (!result.objectId) throw new Error("There is no window to ask");
	const { listeners } = await session.send("DOMDebugger.getEventListeners", { objectId: result.objectId });
	await session.detach();
	return listeners.map(({ type }) => type).filter((type) => type === "beforeunload" || type === "unload");
}

/**
 * Goes elsewhere and back. Resolves with the browser's reasons for not caching the page, as far as the page causes them: what the browser
 * calls circumstantial, such as something that happened in between, does not count.
 */
export async function goAndComeBack(tab: Puppeteer.Page): Promise<string[]> {
	const session = await tab.createCDPSession();
	await session.send("Page.enable");
	let explained: { reason: string; type: string }[] = [];
	session.on("Page.backForwardCacheNotUsed", ({ notRestoredExplanations }) => {
		explained = notRestoredExplanations;
	});
	await tab.goto(ELSEWHERE, { waitUntil: "load" });
	const { currentIndex, entries } = await session.send("Page.getNavigationHistory");
	const back = entries[currentIndex - 1];
	if (!back) throw new Error("There is no way back");
	const arrived = new Promise<string>((resolve) =>
		session.on("Page.frameNavigated", ({ frame, type }) => {
			if (!frame.parentId) resolve(type);
		}),
	);
	await session.send("Page.navigateToHistoryEntry", { entryId: back.id });
	const type = await arrived;
	await session.detach();
	if (type !== "BackForwardCacheRestore" && explained.length === 0) return ["the browser gave no reason"];
	return explained.filter(({ type }) => type !== "Circumstantial").map(({ reason, type }) => `${reason} (${type})`);
}

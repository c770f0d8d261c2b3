import type { PwaSettings } from "./gather/settings.ts";

const PATIENCE = 60_000;

/** Plumbline's own queue: the free-scan form of the landing page, and the header's indicator that counts the outbox. */
export const productQueue = (target: string): NonNullable<PwaSettings["queue"]> => ({
	path: "/",
	async enqueue(tab) {
		await tab.waitForSelector("html[data-hydrated]", { timeout: PATIENCE });
		await tab.type('input[placeholder="Enter a URL, IP address or hostname"]', target);
		await tab.keyboard.press("Enter");
		await tab.waitForSelector("#scan-email", { timeout: PATIENCE });
		await tab.type("#scan-email", "lighthouse@mail.example");
		await tab.keyboard.press("Enter");
		await tab.waitForFunction(() => document.body.textContent.includes("Saved on this device"), { timeout: PATIENCE });
	},
	async count(tab) {
		await tab.waitForSelector("html[data-hydrated]", { timeout: PATIENCE });
		const sign = 'header a[href="/outbox"]';
		// The indicator appears a while after the page; without it, nothing is waiting.
		await tab.waitForSelector(sign, { timeout: PATIENCE }).catch(() => null);
		const text = await tab.$eval(sign, (link) => link.textContent ?? "").catch(() => "");
		return Number(/\d+/.exec(text)?.[0] ?? 0);
	},
});

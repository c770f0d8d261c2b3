import type { Page } from "@playwright/test";

/**
 * Logged a second after a page has loaded, if the test is still there: most tests block workers, which pages do not expect of a browser
 * that supports them.
 */
const NO_WORKER = /^(Service Worker registration blocked by Playwright|The service worker was not registered)/;

/** A page's complaints from here on: errors in its console, warnings if requested, and uncaught errors. */
export function complaintsOf(page: Page, types: readonly string[] = ["error"]): string[] {
	const complaints: string[] = [];
	const add = (text: string) => complaints.push(`${page.url()} ${text}`);
	page.on("console", (message) => {
		if (types.includes(message.type()) && !NO_WORKER.test(message.text())) add(message.text());
	});
	page.on("pageerror", (error) => add(String(error)));
	return complaints;
}

import type { Page } from "@playwright/test";

/**
 * Said a second after a page has loaded, if the test is still there: most tests block workers, and pages do not expect that of a
 * browser that has them.
 */
const NO_WORKER = /^(Service Worker registration blocked by Playwright|The service worker was not registered)/;

/** What a page complains of from here on: errors in its console, warnings if asked for, and errors that nothing caught. */
export function complaintsOf(page: Page, types: readonly string[] = ["error"]): string[] {
	const complaints: string[] = [];
	const add = (text: string) => complaints.push(`${page.url()} ${text}`);
	page.on("console", (message) => {
		if (types.includes(message.type()) && !NO_WORKER.test(message.text())) add(message.text());
	});
	page.on("pageerror", (error) => add(String(error)));
	return complaints;
}

import type { Puppeteer } from "lighthouse";

/** What the browser itself says about the page's manifest, and whether it would install the app. */
export async function askBrowser(page: Puppeteer.Page) {
	const session = await page.createCDPSession();
	await session.send("Page.enable");
	const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
	const manifest = await session.send("Page.getAppManifest");
	await session.detach();
	return {
		// Every browser context but the default one counts as incognito: that is about the run, not about the page.
		installErrors: installabilityErrors
			.filter(({ errorId }) => errorId !== "in-incognito")
			.map(({ errorId, errorArguments }) =>
				[errorId, ...errorArguments.map(({ name, value }) => `${name}=${value}`)].join(" "),
			),
		manifestUrl: manifest.url || page.url(),
		manifestText: manifest.data ?? "",
		manifestErrors: manifest.errors.map(({ message }) => message),
	};
}

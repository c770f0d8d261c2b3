import type { Puppeteer } from "lighthouse";

/** What the document's head says. */
export function readDocument(page: Puppeteer.Page) {
	return page.evaluate(() => ({
		viewport: document.querySelector<HTMLMetaElement>("meta[name=viewport]")?.content ?? null,
		themeColors: [...document.querySelectorAll<HTMLMetaElement>("meta[name=theme-color]")].map(
			({ content }) => content,
		),
		touchIcons: [...document.querySelectorAll<HTMLLinkElement>("link[rel=apple-touch-icon]")].map(
			({ href, sizes }) => ({ src: href, sizes: sizes.value }),
		),
	}));
}

import type { Puppeteer } from "lighthouse";

/** Narrow phones, and the narrowest effective width with large text. */
const SCREENS = [360, 320];

/** How wide the content of a page is on narrow screens. */
export async function measureWidths(tab: Puppeteer.Page): Promise<{ screen: number; content: number }[]> {
	const widths: { screen: number; content: number }[] = [];
	for (const screen of SCREENS) {
		await tab.setViewport({ width: screen, height: 740, isMobile: true, hasTouch: true, deviceScaleFactor: 2 });
		const content = await tab.evaluate(() => document.documentElement.scrollWidth);
		widths.push({ screen, content });
	}
	return widths;
}

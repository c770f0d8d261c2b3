import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./kit.ts";

/** No axe violation and no sideways scrolling, in both themes, on a narrow phone and on a wide screen. */
export async function expectAxeClean(page: Page, where: string): Promise<void> {
	const before = page.viewportSize();
	for (const colorScheme of ["light", "dark"] as const) {
		for (const width of [320, 1280]) {
			await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
			await page.setViewportSize({ width, height: 800 });
			const { violations } = await new AxeBuilder({ page }).analyze();
			const found = violations.map(({ id, nodes }) => `${where} ${colorScheme} ${width}: ${id} ${nodes[0]?.html}`);
			expect(found).toEqual([]);
			expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), where).toBeLessThanOrEqual(
				0,
			);
		}
	}
	if (before) await page.setViewportSize(before);
}

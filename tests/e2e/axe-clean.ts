import type { Page } from "@playwright/test";
import axe from "axe-core";
import { expect } from "./kit.ts";

/** WCAG 2.2 AA and good practice. */
const ALL = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** Everything that a theme can change, because a theme is only color tokens (`theme.css`). */
const COLORS = ["color-contrast", "link-in-text-block"];

type Look = {
	/** A selector, to check only what is inside it. */
	within?: string;
	/** Rules that do not apply. */
	without?: string[];
	/** Also check target sizes. Off by default, because a target scrolled halfway under a fixed bar counts as small. */
	targets?: boolean;
};

async function findings(
	page: Page,
	rules: "all" | "colors",
	{ within, without = [], targets = false }: Look,
): Promise<string[]> {
	for (const frame of page.frames()) {
		// Once per document, because it is half a megabyte.
		if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(axe.source);
	}
	const options: axe.RunOptions = {
		runOnly: rules === "all" ? { type: "tag", values: ALL } : { type: "rule", values: COLORS },
		rules: Object.fromEntries(
			(targets ? without : [...without, "target-size"]).map((rule) => [rule, { enabled: false }]),
		),
		resultTypes: ["violations"],
	};
	return page.evaluate(
		async ({ within, options }) => {
			const { axe } = window as unknown as { axe: typeof import("axe-core") };
			// Halfway through a fade every text is pale, and one fade may start while another ends.
			for (let running = fades(); running.length > 0; running = fades()) {
				await Promise.all(running.map(({ finished }) => finished.catch(() => undefined)));
			}
			function fades(): Animation[] {
				return document
					.getAnimations()
					.filter(
						({ effect, playState }) => playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime),
					);
			}
			const { violations } = await axe.run(within ?? document, options);
			return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html}`));
		},
		{ within, options },
	);
}

/** No axe violation in the page as it is. */
export async function expectAxeCleanNow(page: Page, where: string, look: Look = {}): Promise<void> {
	expect(await findings(page, "all", look), where).toEqual([]);
}

/** No axe violation in the light theme. */
export async function expectAxeCleanInLight(page: Page, where: string, look: Look = {}): Promise<void> {
	await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
	expect(await findings(page, "all", look), `${where}, light`).toEqual([]);
}

/** Nothing that the dark theme can break is broken. */
export async function expectColorsInDark(page: Page, where: string, look: Look = {}): Promise<void> {
	await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
	expect(await findings(page, "colors", look), `${where}, dark`).toEqual([]);
}

/** No axe violation and no sideways scrolling at this width, in both themes. */
export async function expectAxeCleanInThemes(page: Page, where: string, look: Look = {}): Promise<void> {
	await expectAxeCleanInLight(page, where, look);
	await expectColorsInDark(page, where, look);
	expect(await overflow(page), where).toBeLessThanOrEqual(0);
}

/** The same on a narrow phone and on a wide screen. */
export async function expectAxeClean(page: Page, where: string, look: Look = {}): Promise<void> {
	const before = page.viewportSize();
	for (const width of [320, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		await expectAxeCleanInThemes(page, `${where} at ${width} px`, look);
	}
	if (before) await page.setViewportSize(before);
}

/** How much wider than the screen the page is. */
export const overflow = (page: Page): Promise<number> =>
	page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { SETTING_TEXTS } from "#server/app/settings/setting-texts.ts";
import { settingsPage } from "#server/app/settings/settings-page.ts";
import { settings } from "#server/platform/settings/config.ts";

test("docs/SETTINGS.md has every setting with its default (npm run settings writes it)", async () => {
	expect(Object.keys(SETTING_TEXTS).toSorted()).toEqual(Object.keys(settings.shape).toSorted());
	const page = await readFile(new URL("../../../../../docs/SETTINGS.md", import.meta.url), "utf8");
	expect(page).toBe(settingsPage());
	expect(page).toContain("| `PORT` | `8000` |");
});

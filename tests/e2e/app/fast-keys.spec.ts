import { expect, test, whenHydrated } from "../kit.ts";

const TAB_LISTS = [
	["/", "Segments"],
	["/contact-us", "Global offices"],
	["/dashboard/scans", "Scans"],
	["/dashboard/vulnerabilities", "Vulnerabilities"],
	["/dashboard/reports", "Reports by category"],
] as const;

// React ignores input while a `<ViewTransition>` waits for the browser's next frame, so send input in every frame.
test("each tab list takes every arrow key, one in each frame", {
	annotation: { type: "acceptance", description: "B10" },
}, async ({ page, product }) => {
	for (const [path, name] of TAB_LISTS) {
		await page.goto(product.url + path);
		await whenHydrated(page);
		const tabs = page.getByRole("tablist", { name }).getByRole("tab");
		const second = tabs.nth(1);
		// What is below the fold is hydrated later.
		await expect(async () => {
			await second.click();
			await expect(second).toHaveAttribute("aria-selected", "true", { timeout: 200 });
		}).toPass();
		const count = await tabs.count();
		await page.evaluate(
			async (keys) => {
				for (let pressed = 0; pressed < keys; pressed++) {
					await new Promise(requestAnimationFrame);
					const arrow = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true });
					document.activeElement?.dispatchEvent(arrow);
				}
			},
			3 * count + 1,
		);
		const third = tabs.nth(2);
		await expect(third, path).toBeFocused();
		await expect(third, path).toHaveAttribute("aria-selected", "true");
		if (path.startsWith("/dashboard")) await expect(page).toHaveURL(/\?(tab|state)=/);
	}
});

test("the search loses no letter typed in each frame, and keeps the tab pressed right after the last", {
	annotation: { type: "acceptance", description: "B10" },
}, async ({ page, product }) => {
	const text = "nobody wrote this";
	for (const [path, name, tab] of [
		["/dashboard/reports", "Search reports", "Technical"],
		["/dashboard/vulnerabilities", "Search", "Fixed"],
	] as const) {
		await page.goto(product.url + path);
		await whenHydrated(page);
		const search = page.getByRole("searchbox", { name, exact: true });
		await search.focus();
		await page.evaluate(async (letters) => {
			for (const letter of letters) {
				await new Promise(requestAnimationFrame);
				document.execCommand("insertText", false, letter);
			}
		}, text);
		await page.getByRole("tab", { name: tab }).dispatchEvent("click");
		await expect(page).toHaveURL(/q=nobody\+wrote\+this/);
		await expect(page).toHaveURL(/(tab|state)=/);
		await expect(search).toHaveValue(text);
		await expect(page.getByText(/passes the filter/)).toBeVisible();
	}
});

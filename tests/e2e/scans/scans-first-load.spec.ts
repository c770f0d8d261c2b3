import { signIn } from "../accounts-kit.ts";
import { complaintsOf } from "../complaints.ts";
import { expect, test, whenHydrated } from "../kit.ts";

const ADDRESSES = ["", "?tab=history", "?tab=scheduled", "?tab=history&status=failed&q=shop"];

for (const who of ["a visitor", "an account"]) {
	test(`opened at any of its addresses by ${who}, the scans screen logs no error and shows that tab`, async ({
		page,
		product,
	}) => {
		if (who === "an account") await signIn(page, product);
		const errors = complaintsOf(page);
		for (const address of ADDRESSES) {
			await page.goto(`${product.url}/dashboard/scans${address}`);
			await whenHydrated(page);
			const tab = new URLSearchParams(address).get("tab") ?? "active";
			await expect(page.locator(`[role="tab"][data-tab="${tab}"]`)).toHaveAttribute("aria-selected", "true");
		}
		expect(errors).toEqual([]);
	});
}

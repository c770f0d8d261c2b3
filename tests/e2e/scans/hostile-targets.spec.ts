import { hostile, redirectTo, startHostile } from "../../support/engines/hostile-target.ts";
import { decodeMail } from "../../support/server/mailbox.ts";
import { askForScan, test as base, expect, newAddress, type Product, startProduct, whenHydrated } from "../kit.ts";

type HostileTargets = Record<"silent" | "huge" | "inward", number>;

/** A product whose operator listed three misbehaving targets, so that only the product's own safeguards protect it. */
const test = base.extend<object, { careful: Product & { targets: HostileTargets } }>({
	careful: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern.
		async ({}, use) => {
			const [silent, huge, inward] = await Promise.all([
				startHostile(hostile.neverAnswers),
				startHostile(hostile.fiftyMegabytes),
				startHostile(redirectTo("http://10.0.0.1/admin")),
			]);
			const allowed = [silent, huge, inward].map(({ port }) => `127.0.0.1:${port}`).join(",");
			const product = await startProduct({ SCAN_ALLOW: allowed, SCAN_TIME_LIMIT: "4", PRACTICE_TARGET: "off" });
			await use(Object.assign(product, { targets: { silent: silent.port, huge: huge.port, inward: inward.port } }));
			await product.close();
			await Promise.all([silent.close(), huge.close(), inward.close()]);
		},
		{ scope: "worker", timeout: 240_000 },
	],
});

// One at a time, because the product is started only once.
test.describe.configure({ mode: "default" });

const REFUSED = [
	["a private address", "http://192.168.1.1/", /private or reserved address/],
	["this machine", "localhost", /private|reserved|this machine/],
	["a cloud's metadata address", "169.254.169.254", /private or reserved address/],
	["a private address in disguise", "http://0x0a000001/", /private or reserved address/],
	["a name that does not exist", "no-such-host.invalid", /could not find/],
	["a scheme that is not the web's", "ftp://example.com/", /http/],
	["a whole network", "10.0.0.0/8", /one/i],
] as const;

test("what may not be scanned is refused with a sentence, and nothing typed is lost", {
	annotation: { type: "acceptance", description: "S1.13-S1.15" },
}, async ({ page, careful }) => {
	for (const [what, target, message] of REFUSED) {
		await test.step(what, async () => {
			await page.goto(careful.url);
			await whenHydrated(page);
			await askForScan(page, target, "a@b.co");
			await expect(page.getByRole("alert")).toContainText("API error: ");
			await expect(page.getByRole("alert")).toContainText(message);
			await expect(page.locator("#scan-email")).toHaveValue("a@b.co");
			await expect(page.locator("input[readonly]")).toHaveValue(target);
			await expect(page.getByText("Saved on this device; it will be sent again.")).toHaveCount(0);
		});
	}
});

test("a target that never answers ends in an email that says so", async ({ page, careful }) => {
	const address = newAddress();
	await page.goto(careful.url);
	await whenHydrated(page);
	await askForScan(page, `http://127.0.0.1:${careful.targets.silent}/`, address);
	await expect(page.getByText("Scan launched!", { exact: true })).toBeVisible();
	const mail = decodeMail((await careful.mailbox.next(address)).raw);
	expect(mail).toContain("did not finish");
	expect((await careful.scansFor(address))[0]).toMatchObject({ status: "failed" });
});

test("a target that answers 50 MB is read up to a limit, and reported", async ({ page, careful }) => {
	const address = newAddress();
	await page.goto(careful.url);
	await whenHydrated(page);
	await askForScan(page, `http://127.0.0.1:${careful.targets.huge}/`, address);
	const mail = decodeMail((await careful.mailbox.next(address)).raw);
	expect(mail).toContain("/r/");
});

test("a redirect to a private address is not followed, and the report says so", async ({ page, careful }) => {
	const address = newAddress();
	await page.goto(careful.url);
	await whenHydrated(page);
	await askForScan(page, `http://127.0.0.1:${careful.targets.inward}/`, address);
	const mail = decodeMail((await careful.mailbox.next(address)).raw);
	const link = /https?:\/\/[^\s"<>]+\/r\/[\w-]+/.exec(mail)?.[0] ?? "";
	await page.goto(link);
	await expect(page.locator('article[data-rule="redirect-to-private-address"]')).toBeVisible();
});

import type { Page } from "@playwright/test";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { addAuthenticator } from "../account/passkey-kit.ts";
import { signIn } from "../accounts-kit.ts";
import { expectAxeClean, overflow } from "../axe-clean.ts";
import { keptSizes } from "../kept-kit.ts";
import { expect, installedTest, type Product, test, whenHydrated, whenInstalled } from "../kit.ts";
import { lockedHeading, lockSection, onDisk, PIN, setPin, unlock } from "./lock-kit.ts";

const CLIENT = "Zanzibar Holdings";

/** An account with a client, on its settings page. */
async function openSettings(page: Page, product: Product) {
	const account = await signIn(page, product);
	const made = await page.request.post(product.url + API_BASE + API_PATHS.clients, {
		headers: { Origin: product.url },
		data: { name: CLIENT, color: "teal" },
	});
	expect(made.status()).toBe(201);
	await page.goto(`${product.url}/dashboard/settings/data`);
	await whenHydrated(page);
	return account;
}

async function lockWithPasskey(page: Page): Promise<void> {
	await lockSection(page).getByRole("button", { name: "Use a passkey" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Lock with a passkey" }).click();
}

const clients = (page: Page) => page.getByRole("list").getByText(CLIENT);

installedTest(
	"a PIN encrypts what is kept, a reload asks for it, and without a connection it opens what was kept",
	{ tag: "@road" },
	async ({ page, context, product }) => {
		await openSettings(page, product);
		await whenInstalled(page);
		await expect.poll(() => onDisk(page)).toContain(CLIENT);
		const [size] = await keptSizes(page, CLIENT);
		await setPin(page);
		expect(await onDisk(page)).not.toContain(CLIENT);
		await page.goto(`${product.url}/dashboard/settings/clients`);
		await expect(lockedHeading(page)).toBeVisible();
		await unlock(page);
		await expect(clients(page)).toBeVisible();
		// What was just read is stored a moment later. Encrypted, it can be recognized by its size.
		await expect.poll(() => keptSizes(page)).toContain(size);
		await page.goto(`${product.url}/dashboard/settings/data`);
		await unlock(page);
		await expect(page.getByText(/^\d+ pages, /).first()).toBeVisible();
		const disk = await onDisk(page);
		for (const clear of [CLIENT, "zanzibar", '"workspace"', "GET"]) expect(disk).not.toContain(clear);

		product.line.fault = "unreachable";
		await context.setOffline(true);
		await page.goto(`${product.url}/dashboard/settings/clients`);
		await expect(lockedHeading(page)).toBeVisible();
		expect(await page.content()).not.toContain(CLIENT);
		await unlock(page, "111222");
		await expect(page.getByText("Wrong PIN. Try again.").first()).toBeVisible();
		await expect(page.getByLabel("PIN or passphrase")).toBeFocused();
		await unlock(page);
		await expect(page.getByText(CLIENT).first()).toBeVisible();
	},
);

test("nothing of the dashboard is behind the lock, by keyboard it opens, and it is readable in both themes", async ({
	page,
	product,
}) => {
	const { email } = await openSettings(page, product);
	await setPin(page);
	await expectAxeClean(page, "settings with a lock", { within: "main" });
	await lockSection(page).getByRole("button", { name: "Lock now" }).click();
	await expect(lockedHeading(page)).toBeVisible();
	await expect(page).toHaveTitle(/^Locked/);
	expect(await page.content()).not.toContain(CLIENT);
	await expect(page.getByRole("navigation")).toHaveCount(0);
	await expectAxeClean(page, "the lock", { targets: true });
	for (const width of [320, 360, 1280]) {
		await page.setViewportSize({ width, height: 740 });
		expect(await overflow(page)).toBeLessThanOrEqual(0);
	}
	await page.getByRole("button", { name: "Forgot your PIN?" }).click();
	await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
	await expectAxeClean(page, "the forgotten PIN");
	await page.getByRole("button", { name: "Back", exact: true }).click();
	await page.getByLabel("PIN or passphrase").focus();
	await page.keyboard.insertText(PIN);
	await page.keyboard.press("Enter");
	await expect(lockSection(page)).toBeVisible();
	await expect(page.getByText(email).first()).toBeAttached();
});

test("five wrong PINs are slowed, over a kill too, and delete nothing", async ({ page, context, product }) => {
	await openSettings(page, product);
	await setPin(page);
	await page.reload();
	for (const _ of [1, 2, 3]) {
		await unlock(page, "111222");
		await expect(page.getByText("Wrong PIN. Try again.").first()).toBeVisible();
	}
	await unlock(page, "111222");
	await expect(page.getByText("Wrong PIN. After the next wrong one you have to wait.").first()).toBeVisible();
	await unlock(page, "111222");
	await expect(page.getByText(/^Too many wrong PINs\. Try again in \d+ seconds, at /)).toBeVisible();
	await expect(page.getByRole("button", { name: "Unlock", exact: true })).toBeDisabled();
	await page.close();

	const again = await context.newPage();
	await again.goto(`${product.url}/dashboard/settings/data`);
	await expect(again.getByText(/^Too many wrong PINs/)).toBeVisible();
	await expect(again.getByRole("button", { name: "Unlock", exact: true })).toBeDisabled();
	await again.clock.install();
	await again.clock.fastForward(31_000);
	await expect(again.getByText(/^Too many wrong PINs/)).toBeHidden();
	await unlock(again);
	await expect(lockSection(again)).toBeVisible();
});

test("all tabs lock and open together, and by themselves after five minutes without use", async ({
	page,
	context,
	product,
}) => {
	await openSettings(page, product);
	await context.clock.install();
	await setPin(page);
	const other = await context.newPage();
	await other.goto(`${product.url}/dashboard/settings/clients`);
	await unlock(other);
	await expect(clients(other)).toBeVisible();
	await lockSection(page).getByRole("button", { name: "Lock now" }).click();
	await expect(lockedHeading(other)).toBeVisible();
	expect(await other.content()).not.toContain(CLIENT);
	await unlock(other);
	await expect(clients(other)).toBeVisible();
	await expect(lockSection(page)).toBeVisible();
	await context.clock.fastForward(5 * 60_000 + 1_000);
	await expect(lockedHeading(page)).toBeVisible();
	await expect(lockedHeading(other)).toBeVisible();
});

test("a passkey opens the lock, alone and beside a PIN", async ({ page, product }) => {
	await page.setViewportSize({ width: 360, height: 740 });
	await addAuthenticator(page, { hasPrf: true });
	await openSettings(page, product);
	await expect.poll(() => onDisk(page)).toContain(CLIENT);
	await lockSection(page).getByRole("button", { name: "Use a passkey" }).click();
	const question = page.getByRole("dialog", { name: "Lock with a passkey?" });
	await expect(question).toContainText(/\d+ pages kept for reading are deleted/);
	await question.getByRole("button", { name: "Cancel" }).click();
	expect(await onDisk(page)).toContain(CLIENT);
	await lockWithPasskey(page);
	await expect(lockSection(page).getByText("Passkey", { exact: true })).toBeVisible();
	await page.reload();
	await expect(lockedHeading(page)).toBeVisible();
	await expect(page.getByLabel("PIN or passphrase")).toHaveCount(0);
	await page.getByRole("button", { name: "Unlock with a passkey" }).click();
	await lockSection(page).getByRole("button", { name: "Set a PIN" }).click();
	const dialog = page.getByRole("dialog", { name: "Set a new PIN" });
	await dialog.getByLabel("PIN or passphrase").fill(PIN);
	await dialog.getByLabel("The same again").fill(PIN);
	await dialog.getByRole("button", { name: "Save PIN" }).click();
	await expect(lockSection(page).getByText("PIN or passphrase, Passkey")).toBeVisible();
	await page.reload();
	await unlock(page);
	await lockSection(page).getByRole("button", { name: "Remove the PIN" }).click();
	await expect(lockSection(page).getByText("Passkey", { exact: true })).toBeVisible();
	await page.reload();
	await page.getByRole("button", { name: "Unlock with a passkey" }).click();
	await expect(lockSection(page)).toBeVisible();
});

test("a passkey that makes no secret is not taken, and there is no lock", async ({ page, product }) => {
	await addAuthenticator(page);
	await openSettings(page, product);
	await lockWithPasskey(page);
	await expect(lockSection(page).getByText(/^This passkey cannot open a lock/)).toBeVisible();
	await page.reload();
	await expect(lockSection(page).getByRole("button", { name: "Set a PIN" })).toBeVisible();
});

test("a forgotten PIN is given up with the account's password, and what was kept is read anew", async ({
	page,
	product,
}) => {
	const { password } = await openSettings(page, product);
	await setPin(page);
	await page.reload();
	await page.getByRole("button", { name: "Forgot your PIN?" }).click();
	await page.getByLabel("Password", { exact: true }).fill("Not the password 1");
	await page.getByRole("button", { name: "Sign in and remove the lock" }).click();
	await expect(page.getByText("Invalid email or password")).toBeVisible();
	await page.getByLabel("Password", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Sign in and remove the lock" }).click();
	await expect(lockSection(page).getByRole("button", { name: "Set a PIN" })).toBeVisible();
	await expect.poll(() => onDisk(page)).toContain(CLIENT);
});

test("signing out deletes the lock", async ({ page, product }) => {
	await openSettings(page, product);
	await setPin(page);
	await page.setViewportSize({ width: 1280, height: 800 });
	await page.getByRole("banner").getByRole("button", { name: "Ada Lovelace" }).click();
	await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
	await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
	// An empty database may be left: the page checks whether there is a lock.
	await expect.poll(() => onDisk(page)).not.toContain("wrapped");
	expect(await page.evaluate(() => localStorage.getItem("plumbline-lock"))).toBeNull();
});

test("a workspace that requires it: nothing is kept until there is a lock, and the screens ask for one", async ({
	page,
	product,
}) => {
	await openSettings(page, product);
	await expect.poll(() => onDisk(page)).toContain(CLIENT);
	await page.goto(`${product.url}/dashboard/settings/workspace`);
	const policy = page.getByRole("checkbox", { name: /^Seal and lock on members/ });
	await policy.check();
	await expect(page.getByText("Saved. Devices follow when they are next online.")).toBeVisible();
	const demand = page.getByRole("region", { name: "Lock this device" });
	await expect(demand).toBeVisible();
	await expect.poll(() => onDisk(page)).not.toContain(CLIENT);
	await page.reload();
	await expect(policy).toBeChecked();
	await expectAxeClean(page, "a lock is asked for");
	await demand.getByRole("link", { name: "Set a lock" }).click();
	await setPin(page);
	await expect(demand).toBeHidden();
	await page.goto(`${product.url}/dashboard/settings/clients`);
	await unlock(page);
	await expect(clients(page)).toBeVisible();
	expect(await onDisk(page)).not.toContain(CLIENT);
});

import type { Page, Request, Route } from "@playwright/test";
import { API_PATHS } from "#contract/routes.ts";
import { createAccount, postJson } from "../../support/server/accounts.ts";
import { codeMail } from "../../support/server/code-mail.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { expect, installedTest, newAddress, type Product, test, whenHydrated, whenInstalled } from "../kit.ts";

const SIZES = [
	{ width: 360, height: 740 },
	{ width: 1280, height: 800 },
];
const BADGES = ["SOC 2", "256-bit encryption", "GDPR", "Trusted by 500+ companies"];
const PASSWORD = "correct horse battery";
const ME = {
	accountId: "00000000-0000-4000-8000-000000000001",
	email: "ada@example.org",
	emailConfirmed: true,
	pendingEmail: null,
	firstName: "Ada",
	lastName: "Lovelace",
	company: "Analytical Engines",
	updates: false,
	createdAt: "2026-01-01T00:00:00.000Z",
};

const open = async (page: Page, product: Product, path: string) => {
	await page.goto(product.url + path);
	await whenHydrated(page);
};
const keysOf = (request: Request | undefined) => Object.keys(request?.postDataJSON() ?? {});
const label = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function signIn(page: Page, email: string, password: string) {
	await label(page, "Email").fill(email);
	await label(page, "Password").fill(password);
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function fillRegistration(page: Page, email: string) {
	await label(page, "First name").fill("Ada");
	await label(page, "Last name").fill("Lovelace-Ünïcødé de la Très Longue");
	await label(page, "Email").fill(email);
	await label(page, "Company").fill("Analytical Engines");
	await label(page, "Password").fill(PASSWORD);
	await label(page, "Confirm password").fill(PASSWORD);
	await page.getByLabel(/terms and conditions/).check();
}

test.describe("with answers we choose", () => {
	test.use({ serviceWorkers: "block" });

	for (const viewport of SIZES) {
		test.describe(`at ${viewport.width} px`, () => {
			test.use({ viewport });

			test("the login screen has its fields, links and words", {
				annotation: { type: "acceptance", description: "S2.18, S2.132-S2.144, S4.71" },
			}, async ({ page, product }) => {
				expect((await page.goto(`${product.url}/auth/login`))?.status()).toBe(200);
				await whenHydrated(page);
				await expect(page.locator("input:not([type=checkbox])")).toHaveCount(2);
				await expect(label(page, "Email")).toHaveAttribute("type", "email");
				await expect(label(page, "Email")).toHaveAttribute("autocomplete", "username webauthn");
				const password = label(page, "Password");
				await password.fill("secret");
				await expect(password).toHaveAttribute("type", "password");
				await page.getByRole("button", { name: "Show password" }).click();
				await expect(password).toHaveAttribute("type", "text");
				await page.getByRole("button", { name: "Hide password" }).click();
				await expect(password).toHaveAttribute("type", "password");
				await expect(password).toHaveValue("secret");
				const remember = page.getByRole("checkbox", { name: "Remember me" });
				await expect(remember).not.toBeChecked();
				await remember.check();
				await expect(page.getByRole("link", { name: /forgot/i })).toHaveAttribute("href", "/forgot-password");
				await expect(page.getByRole("link", { name: "Sign up" })).toHaveAttribute("href", "/auth/register");
				const [form, other] = await Promise.all([
					page.getByRole("form", { name: "Sign in" }).boundingBox(),
					page.getByRole("list", { name: "Trust" }).boundingBox(),
				]);
				if (viewport.width < 736) expect(other?.y).toBeGreaterThan((form?.y ?? 0) + (form?.height ?? 0));
				else expect(other?.x).toBeGreaterThan((form?.x ?? 0) + (form?.width ?? 0));
				for (const badge of BADGES) await expect(page.getByText(badge, { exact: true })).toBeVisible();
				await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
				await expect(page.getByRole("banner")).toHaveCount(0);
			});

			test("the registration screen has its fields, links and words", {
				annotation: { type: "acceptance", description: "S2.19, S2.145-S2.154, S4.76" },
			}, async ({ page, product }) => {
				expect((await page.goto(`${product.url}/auth/register`))?.status()).toBe(200);
				await whenHydrated(page);
				const names = await page.locator("form input").evaluateAll((all) => all.map((one) => one.getAttribute("name")));
				expect(names).toEqual([
					"first_name",
					"last_name",
					"email",
					"company",
					"password",
					"password2",
					"terms",
					"updates",
				]);
				for (const name of ["First name", "Last name", "Email", "Company"])
					await expect(label(page, name)).toBeEditable();
				for (const name of ["Password", "Confirm password"]) {
					await expect(label(page, name)).toHaveAttribute("type", "password");
					await expect(label(page, name)).toHaveAttribute("autocomplete", "new-password");
				}
				await expect(page.getByRole("link", { name: "terms and conditions" })).toHaveAttribute("href", "/terms");
				await expect(page.getByRole("link", { name: "privacy policy" })).toHaveAttribute("href", "/privacy");
				await expect(page.getByRole("checkbox", { name: /updates/ })).not.toBeChecked();
				for (const badge of BADGES) await expect(page.getByText(badge, { exact: true })).toBeVisible();
				await expect(page.getByRole("button", { name: "Create account" })).toBeEnabled();
			});
		});
	}

	test("signing in is one request with two keys, remembering is another, and both lead to the dashboard", {
		tag: "@road",
		annotation: { type: "acceptance", description: "S3.63-S3.65, S4.72, S4.73, S7.10-S7.12" },
	}, async ({ page, product }) => {
		const seen: string[] = [];
		const tokens: Request[] = [];
		let answer = () => {};
		const held = new Promise<void>((resolve) => {
			answer = resolve;
		});
		await page.route("**/api/v1/**", async (route) => {
			const { pathname } = new URL(route.request().url());
			// The page requests passkey challenges by itself, whenever it is ready.
			const isOffer = pathname.endsWith("/passkey/options/");
			if (pathname.includes("/accounts/") && !isOffer) seen.push(`${route.request().method()} ${pathname}`);
			if (!pathname.endsWith("/token/")) return route.fulfill({ json: pathname.endsWith("/me/") ? ME : {} });
			tokens.push(route.request());
			await held;
			return route.fulfill({ status: 200, json: {} });
		});
		await open(page, product, "/auth/login");
		await label(page, "Email").fill(" ada@example.org ");
		await label(page, "Password").fill(" secret ");
		await page.getByRole("checkbox", { name: "Remember me" }).check();
		await label(page, "Password").press("Enter");
		const button = page.getByRole("button", { name: /^Signing in/ });
		await expect(button).toBeDisabled();
		await label(page, "Password").press("Enter");
		await expect(page.getByRole("checkbox", { name: "Remember me" })).toBeChecked();
		answer();
		await expect(page).toHaveURL(`${product.url}/dashboard`);
		expect(tokens).toHaveLength(1);
		expect(tokens[0]?.postDataJSON()).toEqual({ email: "ada@example.org", password: " secret " });
		expect(seen.slice(0, 3)).toEqual([
			"POST /api/v1/accounts/token/",
			"POST /api/v1/accounts/session/remember/",
			"GET /api/v1/accounts/me/",
		]);
		const kept = await page.evaluate(() => localStorage.getItem("plumbline-account"));
		expect(JSON.parse(kept ?? "")).toEqual({
			status: "known",
			account: { accountId: ME.accountId, name: "Ada Lovelace", email: ME.email },
			locked: false,
		});
	});

	test("a sign-in leads back into the dashboard and nowhere else, even if the account cannot be read", {
		annotation: { type: "acceptance", description: "S4.73" },
	}, async ({ page, product }) => {
		await page.route("**/api/v1/accounts/token/", (route) => route.fulfill({ status: 204 }));
		await page.route("**/api/v1/accounts/me/", (route) => route.fulfill({ status: 500 }));
		for (const [next, path] of [
			["/dashboard/scans?kind=zap", "/dashboard/scans?kind=zap"],
			["//evil.example/dashboard", "/dashboard"],
		] as const) {
			await open(page, product, `/auth/login?next=${encodeURIComponent(next)}`);
			await signIn(page, "ada@example.org", "secret");
			await expect(page).toHaveURL(product.url + path);
		}
		// It is requested again as soon as the page is in view.
		await page.unroute("**/api/v1/accounts/me/");
		await page.route("**/api/v1/accounts/me/", (route) => route.fulfill({ json: ME }));
		await page.evaluate(() => window.dispatchEvent(new Event("focus")));
		await expect
			.poll(() => page.evaluate(() => localStorage.getItem("plumbline-account")))
			.toContain(`"${ME.accountId}"`);
	});

	test("any error shows the same box, with a second line if it was not the password", {
		annotation: { type: "acceptance", description: "S4.74, S4.75, S5.19, S5.20, S8.07-S8.09, B22" },
	}, async ({ page, product }) => {
		let calls = 0;
		let reply: (route: Route) => Promise<void> = (route) => route.abort();
		await page.route("**/api/v1/accounts/token/", (route) => {
			calls += 1;
			return reply(route);
		});
		await open(page, product, "/auth/login");
		const box = page.getByRole("alert");
		const button = page.getByRole("button", { name: "Sign in", exact: true });
		await button.click();
		await label(page, "Email").fill("ada@example.org");
		await button.click();
		expect(await page.locator("input:invalid").evaluateAll((all) => all.map((one) => one.id))).toEqual([
			"login-password",
		]);
		await expect(box).toHaveCount(0);
		expect(calls).toBe(0);
		const error = (status: number, message: string) => (route: Route) =>
			route.fulfill({ status, json: { code: "x", message } });
		const answers: [(route: Route) => Promise<void>, string | null][] = [
			[error(400, "Bad"), null],
			[error(401, "Invalid email or password"), null],
			[error(429, "Please try again in 14 minutes."), "Please try again in 14 minutes."],
			[error(500, "Broken"), "The server could not answer."],
			[(route) => route.abort(), "The server could not be reached."],
		];
		for (const [index, [answer, more]] of answers.entries()) {
			reply = answer;
			await signIn(page, "ada@example.org", "wrong");
			await expect(box.getByText("Sign in failed", { exact: true })).toBeVisible();
			await expect(box.getByText("Invalid email or password", { exact: true })).toBeVisible();
			await expect(box.locator("p")).toHaveCount(more ? 3 : 2);
			if (more) await expect(box).toContainText(more);
			await expect(button).toBeEnabled();
			await label(page, index % 2 ? "Email" : "Password").press("End");
			await label(page, index % 2 ? "Email" : "Password").press("x");
			await expect(box).toHaveCount(0);
		}
	});

	test("every rule that fails is named at once, and each message goes with its field", {
		tag: "@road",
		annotation: { type: "acceptance", description: "S2.155, S5.21-S5.31, S5.37-S5.39" },
	}, async ({ page, product }) => {
		let calls = 0;
		await page.route("**/api/v1/accounts/register/", (route) => {
			calls += 1;
			return route.abort();
		});
		await open(page, product, "/auth/register");
		const submit = page.getByRole("button", { name: "Create account" });
		const texts = {
			"First name": "First name is required",
			"Last name": "Last name is required",
			Email: "Email is required",
			Company: "Company name is required",
			Password: "Password is required",
		};
		await submit.click();
		for (const [name, text] of Object.entries(texts)) {
			await expect(label(page, name)).toHaveAccessibleDescription(text);
			await expect(label(page, name)).toHaveAttribute("aria-invalid", "true");
		}
		await expect(page.getByText("You must agree to the terms and conditions")).toBeVisible();
		await expect(label(page, "First name")).toBeFocused();
		await expectAxeCleanNow(page, "register, with what is missing");
		await label(page, "Email").fill("ada@example");
		await expect(page.getByText("Email is required")).toHaveCount(0);
		await expect(page.getByText("Company name is required")).toBeVisible();
		await submit.click();
		await expect(page.getByText("Email is invalid", { exact: true })).toBeVisible();

		const strength = page.getByRole("form").getByRole("status");
		await expect(strength).toBeEmpty();
		for (const [password, word] of [
			["a", "Weak"],
			["aA1", "Medium"],
			["aA1!aA1", "Strong"],
		] as const) {
			await label(page, "Password").fill(password);
			await expect(strength).toHaveText(`Password strength: ${word}`);
		}
		await submit.click();
		await expect(page.getByText("Password must be at least 8 characters", { exact: true })).toBeVisible();
		await expect(page.getByText("Passwords don't match", { exact: true })).toBeVisible();
		await page.getByLabel(/terms and conditions/).check();
		await expect(page.getByText("You must agree to the terms and conditions")).toHaveCount(0);
		expect(calls).toBe(0);
	});

	test("a registration is one request with six keys, and leads to the login; the consents are sent separately", {
		annotation: { type: "acceptance", description: "S3.66-S3.73, S4.77, S4.78, S7.13-S7.15, B19" },
	}, async ({ page, product }) => {
		const registrations: Request[] = [];
		const consents: Request[] = [];
		let answer = () => {};
		const held = new Promise<void>((resolve) => {
			answer = resolve;
		});
		await page.route("**/api/v1/accounts/register/", async (route) => {
			registrations.push(route.request());
			await held;
			await route.fulfill({ status: 201, json: { registration: "r-1" } });
		});
		await page.route("**/api/v1/accounts/consents/", (route) => {
			consents.push(route.request());
			return route.fulfill({ status: 204 });
		});
		await open(page, product, "/auth/register");
		await fillRegistration(page, " ada@example.org ");
		await page.getByRole("checkbox", { name: /updates/ }).check();
		await page.getByRole("button", { name: "Create account" }).click();
		await expect(page.getByRole("button", { name: /^Creating/ })).toBeDisabled();
		await label(page, "Email").press("Enter");
		answer();
		await expect(page).toHaveURL(`${product.url}/auth/login`);
		await expect(page.getByText("Check your mailbox.")).toBeVisible();
		expect(registrations).toHaveLength(1);
		expect(registrations[0]?.postDataJSON()).toEqual({
			email: "ada@example.org",
			password: PASSWORD,
			password2: PASSWORD,
			first_name: "Ada",
			last_name: "Lovelace-Ünïcødé de la Très Longue",
			company: "Analytical Engines",
		});
		await expect.poll(() => consents.length).toBe(1);
		expect(keysOf(consents[0]).sort()).toEqual(["registration", "terms", "updates"]);
		expect(consents[0]?.postDataJSON()).toMatchObject({ registration: "r-1", updates: true });
		expect(consents[0]?.headers()["plumbline-account"]).toBe("anonymous");
	});

	test("a failed registration shows the server's message or ours, and field errors next to their fields", {
		annotation: { type: "acceptance", description: "S4.79, S8.10-S8.12, B55" },
	}, async ({ page, product }) => {
		let reply: (route: Route) => Promise<void> = (route) => route.abort();
		await page.route("**/api/v1/accounts/register/", (route) => reply(route));
		await open(page, product, "/auth/register");
		await fillRegistration(page, "ada@example.org");
		const box = page.getByRole("alert");
		const submit = page.getByRole("button", { name: "Create account" });
		const ours = "Something went wrong. Please try again.";
		const answers: [(route: Route) => Promise<void>, string][] = [
			[(route) => route.fulfill({ status: 500, body: "" }), ours],
			[(route) => route.abort(), ours],
			[(route) => route.fulfill({ status: 400, json: { message: "X", code: "invalid_body" } }), "X"],
			[(route) => route.fulfill({ status: 500, json: { message: "Y", code: "internal" } }), "Y"],
		];
		for (const [answer, text] of answers) {
			reply = answer;
			await submit.click();
			await expect(box.getByText("Registration failed", { exact: true })).toBeVisible();
			await expect(box.getByText(text, { exact: true })).toBeVisible();
			await expect(label(page, "Email")).toHaveValue("ada@example.org");
			await expect(label(page, "Confirm password")).toHaveValue(PASSWORD);
		}
		const details = { fields: [{ field: "/email", message: "Email is invalid" }] };
		reply = (route) => route.fulfill({ status: 400, json: { message: "Z", code: "invalid_body", details } });
		await submit.click();
		await expect(label(page, "Email")).toHaveAccessibleDescription("Email is invalid");
		await expect(label(page, "Email")).toBeFocused();
	});
});

test.describe("with the real server, on a phone", () => {
	test.use({ viewport: { width: 360, height: 740 } });

	test("one registers, confirms with the email's link, signs in by keyboard alone, forgets the password, and sets a new one", {
		tag: "@road",
		annotation: { type: "acceptance", description: "S2.42, S4.78, B17-B21" },
	}, async ({ page, context, product }) => {
		const address = newAddress();
		await open(page, product, "/auth/register");
		await fillRegistration(page, address);
		await page.getByRole("button", { name: "Create account" }).click();
		await expect(page).toHaveURL(`${product.url}/auth/login`);
		await expect(page.getByText("Check your mailbox.")).toBeVisible();
		await expect.poll(() => product.line.writes.some(({ path }) => /consents|outbox/.test(path))).toBe(true);

		const confirm = await codeMail(product.mailbox, address, "/auth/confirm");
		await open(page, product, confirm.path);
		await expect(label(page, "Email")).toHaveValue(address);
		await expect(label(page, "Code from the mail")).toHaveValue(confirm.code);
		expect(page.url()).not.toContain(confirm.code);
		expect(product.line.writes.filter(({ path }) => path.includes("confirm"))).toEqual([]);
		// The code alone is not enough: the person who registered the address must be the one who reads its email.
		await label(page, "Code from the mail").fill("AAAA-AAAA");
		await label(page, "Password").fill("not the password");
		await page.getByRole("button", { name: "Confirm the address" }).click();
		await expect(page.getByRole("alert")).toContainText("Invalid email or password");
		await label(page, "Password").fill(PASSWORD);
		await page.getByRole("button", { name: "Confirm the address" }).click();
		await expect(label(page, "Code from the mail")).toHaveAccessibleDescription(/This code is wrong/);
		await expect(label(page, "Code from the mail")).toBeFocused();
		await expect(page.getByText(`You are signed in as ${address}.`)).toBeVisible();
		await expect(label(page, "Password")).toHaveCount(0);
		await label(page, "Code from the mail").fill(` ${confirm.code.toLowerCase().replace("-", " ")} `);
		await page.getByRole("button", { name: "Confirm the address" }).click();
		await expect(page.getByRole("heading", { level: 1 })).toHaveText("Address confirmed");

		await open(page, product, "/auth/login");
		await label(page, "Email").focus();
		await page.keyboard.type(address);
		await page.keyboard.press("Tab");
		await page.keyboard.type(PASSWORD);
		for (let presses = 0; presses < 2; presses += 1) await page.keyboard.press("Tab");
		await page.keyboard.press("Space");
		await label(page, "Password").press("Enter");
		await expect(page).toHaveURL(`${product.url}/dashboard`);
		const session = (await context.cookies()).find(({ httpOnly, name }) => httpOnly && /session/i.test(name));
		expect(session?.expires).toBeGreaterThan(Date.now() / 1000 + 29 * 86_400);

		await open(page, product, "/forgot-password");
		await expect(page.getByRole("banner")).toBeVisible();
		await expect(page.getByRole("contentinfo")).toBeVisible();
		await label(page, "Email").fill(address);
		await page.getByRole("button", { name: "Send the code" }).click();
		await expect(page.getByText(/If .* belongs to an account/)).toBeVisible();
		await expect(label(page, "Code from the mail")).toBeFocused();
		await expect(label(page, "Code from the mail")).toHaveAttribute("autocomplete", "one-time-code");
		const reset = await codeMail(product.mailbox, address, "/forgot-password");
		await label(page, "Code from the mail").fill("AAAA-AAAA");
		await label(page, "New password").fill("another horse entirely");
		await page.getByRole("button", { name: "Set the password" }).click();
		await expect(label(page, "Code from the mail")).toHaveAccessibleDescription(/This code is wrong/);
		await expect(label(page, "New password")).toHaveValue("another horse entirely");
		await open(page, product, "/");
		await open(page, product, reset.path);
		await expect(label(page, "Code from the mail")).toHaveValue(reset.code);
		await label(page, "New password").fill("another horse entirely");
		await page.getByRole("button", { name: "Set the password" }).click();
		await expect(page.getByText("Your new password is set.")).toBeVisible();
		await expect(label(page, "Email")).toHaveValue(address);
		await signIn(page, address, PASSWORD);
		await expect(page.getByText("Sign in failed", { exact: true })).toBeVisible();
		await signIn(page, address, "another horse entirely");
		await expect(page).toHaveURL(`${product.url}/dashboard`);
	});
});

test("a code for an unknown address gets the same answer", {
	annotation: { type: "acceptance", description: "B21" },
}, async ({ page, product }) => {
	await open(page, product, "/forgot-password");
	const address = newAddress();
	await label(page, "Email").fill(address);
	await page.getByRole("button", { name: "Send the code" }).click();
	await expect(page.getByText(/If .* belongs to an account/)).toBeVisible();
	expect(product.mailbox.received.filter(({ to }) => to.includes(address))).toEqual([]);
});

test("a code for a new address is confirmed elsewhere by signing in with the old one; another account cannot", async ({
	page,
	product,
}) => {
	const owner = await createAccount(product);
	const next = newAddress();
	const change = { current: owner.password, email: next };
	await postJson(product.url, API_PATHS.changeEmail, change, { Cookie: owner.cookie });
	const { path } = await codeMail(product.mailbox, next, "/auth/confirm");
	const other = await createAccount(product);
	await open(page, product, path);
	await expect(label(page, "New email")).toHaveValue(next);
	const confirmAs = async ({ email, password }: { email: string; password: string }) => {
		await label(page, "Email you sign in with").fill(email);
		await label(page, "Password").fill(password);
		await page.getByRole("button", { name: "Confirm the address" }).click();
	};
	await confirmAs(other);
	await expect(label(page, "Code from the mail")).toHaveAccessibleDescription(/belongs to another account/);
	await page.getByRole("button", { name: "Use another account" }).click();
	await confirmAs(owner);
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Address confirmed");
	await page.getByRole("link", { name: "Go to the dashboard" }).click();
	await page.goto(`${product.url}/dashboard/settings/account`);
	await expect(page.getByText(`${next} is confirmed.`)).toBeVisible();
});

test("a common password is refused by the server, with a message next to its field", async ({ page, product }) => {
	await open(page, product, "/auth/register");
	await fillRegistration(page, newAddress());
	await label(page, "Password").fill("Password123");
	await label(page, "Confirm password").fill("Password123");
	await page.getByRole("button", { name: "Create account" }).click();
	await expect(label(page, "Password")).toHaveAccessibleDescription(/public lists of common passwords/);
	await expect(label(page, "Password")).toBeFocused();
	await expect(page.getByText("Registration failed", { exact: true })).toBeVisible();
});

installedTest(
	"offline the pages open, say so, and keep what was typed; a dropped connection loses nothing either",
	{ annotation: { type: "acceptance", description: "S8.09, S8.12" } },
	async ({ page, context, product }) => {
		await page.goto(product.url);
		await whenInstalled(page);
		await context.setOffline(true);
		await open(page, product, "/auth/login");
		await signIn(page, "ada@example.org", "secret");
		await expect(page.getByRole("alert")).toContainText("You are offline. Nothing was sent.");
		await expect(label(page, "Password")).toHaveValue("secret");
		await open(page, product, "/forgot-password");
		await label(page, "Email").fill("ada@example.org");
		await page.getByRole("button", { name: "Send the code" }).click();
		await expect(page.getByRole("alert")).toContainText("You are offline. Nothing was sent.");
		await open(page, product, "/auth/register");
		const address = newAddress();
		await fillRegistration(page, address);
		await page.getByRole("button", { name: "Create account" }).click();
		await expect(page.getByText("Something went wrong. Please try again.", { exact: true })).toBeVisible();
		await context.setOffline(false);
		for (const fault of ["unreachable", "server-error"] as const) {
			product.line.fault = fault;
			await page.getByRole("button", { name: "Create account" }).click();
			await expect(page.getByText("Registration failed", { exact: true })).toBeVisible();
			await expect(page.getByRole("button", { name: "Create account" })).toBeEnabled();
		}
		product.line.fault = "none";
		await page.getByRole("button", { name: "Create account" }).click();
		await expect(page).toHaveURL(`${product.url}/auth/login`);
	},
);

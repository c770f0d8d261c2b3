import type { Page } from "@playwright/test";
import { KINDS } from "#contract/kinds/kinds.ts";
import { CLIENT, WORKSPACE } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import { addQuestionnaire, csvOf } from "../../support/server/questionnaires.ts";
import { withEmbeddedDatabase } from "../../support/server/stored-scans.ts";
import { signIn } from "../accounts-kit.ts";
import { beginVisit } from "../assessments/assessments-kit.ts";
import { expectAxeCleanNow } from "../axe-clean.ts";
import { callsOf } from "../compliance/compliance-kit.ts";
import { addPiece, memberOf, pictureOf } from "../evidence/evidence-kit.ts";
import { keptOf } from "../kept-kit.ts";
import { expect, type Product, test, whenHydrated, whenInstalled } from "../kit.ts";
import { addClients, scanFor, switcher, switchTo } from "./clients-kit.ts";

test.use({ device: "installed", viewport: { width: 360, height: 740 } });

const address = ({ url }: Product, path: string) => url + path;

/** The hosts that an account has scanned, with the client that each belongs to. */
const clientsOfHosts = ({ server }: Product, accountId: string): Promise<[string, string][]> =>
	withEmbeddedDatabase(server.varDir, async (database) => {
		const { rows } = await database.query("SELECT host, client_id FROM assets WHERE account_id = $1 ORDER BY host", [
			accountId,
		]);
		return rows.map(({ host, client_id }) => [host, client_id]);
	});

async function goDark(page: Page, product: Product, isDark: boolean): Promise<void> {
	product.line.fault = isDark ? "unreachable" : "none";
	await page.context().setOffline(isDark);
}

test("three clients on a phone, half of it offline: each screen shows its own, and each request goes to its own", {}, async ({
	page,
	product,
}) => {
	const { email, accountId } = await signIn(page, product);
	const target = `http://localhost:${product.practicePort}/`;
	await page.goto(address(product, "/dashboard/overview"));
	await whenInstalled(page);
	await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
	// People who work only for themselves see nothing of clients.
	await expect(switcher(page)).toHaveCount(0);
	const [acme, borno] = await addClients(page.request, product);
	const asked = await page.request.post(product.url + API_BASE + KINDS.combined.path, {
		headers: { Origin: product.url, "Idempotency-Key": crypto.randomUUID(), [CLIENT]: acme?.id ?? "" },
		data: { target, email },
	});
	expect(asked.status()).toBe(202);

	await page.goto(address(product, "/dashboard/overview"));
	const overview = page.getByRole("list", { name: "Clients, worst first" });
	await expect(overview.getByRole("listitem")).toHaveCount(4);
	await expectAxeCleanNow(page, "the overview of all clients");
	await overview.getByRole("link", { name: "Acme Bank" }).click();
	await expect(page).toHaveURL(/\/dashboard\/c\/acme\/overview$/);
	await expect(page).toHaveTitle(/^Acme Bank · Overview/);
	await page.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Scans" }).click();
	await expect(page).toHaveURL(/\/dashboard\/c\/acme\/scans$/);
	await expect(page.getByRole("tab", { name: /(Scan History|Active Scans) ?1/ }).first()).toBeVisible();

	// By keyboard, from the strip above the tabs.
	const strip = await switcher(page).boundingBox();
	expect(strip?.height).toBeGreaterThanOrEqual(44);
	expect(strip?.y).toBeGreaterThan(740 / 2);
	await switcher(page).focus();
	await page.keyboard.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Show" });
	await expectAxeCleanNow(page, "the switcher");
	await dialog.getByRole("button", { name: "Acme Bank" }).focus();
	await page.keyboard.press("ArrowDown");
	await page.keyboard.press("Enter");
	await expect(page).toHaveURL(/\/dashboard\/c\/borno\/scans$/);
	await expect(page.getByText("Nothing is running.", { exact: false })).toBeVisible();
	await expect(page.getByText(target)).toHaveCount(0);
	// The specification's address means the last client.
	await page.goto(address(product, "/dashboard/scans?tab=history"));
	await expect(page).toHaveURL(/\/dashboard\/c\/borno\/scans\?tab=history$/);
	await expect(page.getByText("No scan has finished yet.", { exact: false })).toBeVisible();
	await page.goto(address(product, "/dashboard/c/nobody/scans"));
	await expect(page.getByRole("heading", { name: "No client has the code “nobody”" })).toBeVisible();
	await page.getByRole("button", { name: "Borno Health", exact: true }).click();
	await expect(page).toHaveURL(/\/dashboard\/c\/borno\/scans$/);
	// Links can be opened in a new tab: they name the client themselves.
	await expect(page.getByRole("link", { name: "New Scan" })).toHaveAttribute("href", "/dashboard/c/borno/scans");
	await expect.poll(() => keptOf(page, '"scans","list"', '"active"', borno?.id ?? "")).toBe(1);
	await expect.poll(() => keptOf(page, '"scans","list"', '"active"', acme?.id ?? "")).toBe(1);

	await goDark(page, product, true);
	await page.reload();
	await whenHydrated(page);
	await expect(switcher(page)).toContainText("Borno Health");
	await expect(page.getByText("Nothing is running.", { exact: false })).toBeVisible();
	await page.locator('[data-kind="combined"]').getByRole("button", { name: "Run Scan" }).click();
	const form = page.getByRole("dialog", { name: "Configure Scan" });
	await expect(form.getByText("Borno Health")).toBeVisible();
	await form.getByLabel("Target").fill(`http://127.0.0.1:${product.practicePort}/borno`);
	await form.getByRole("button", { name: "Start scan" }).click();
	await expect(page.getByText("Saved on this device. It will be sent when you are back online.")).toBeVisible();
	await switchTo(page, "Acme Bank");
	await expect(page).toHaveURL(/\/dashboard\/c\/acme\/scans$/);
	await expect(page.getByText("/borno")).toHaveCount(0);
	// A client that was never opened on this device.
	await switchTo(page, "Calabar");
	await expect(page.getByText("Nothing is saved on this device yet.", { exact: false })).toBeVisible();
	await expect(page.getByText(target)).toHaveCount(0);

	// From another client's screen, it still goes out for the client that it was made for.
	await goDark(page, product, false);
	await expect
		.poll(() => clientsOfHosts(product, accountId))
		.toEqual([
			["127.0.0.1", borno?.id],
			["localhost", acme?.id],
		]);
});

test("a client taken along is readable offline without having been opened; removed, it is not", async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	const { email } = account;
	const [acme] = await addClients(page.request, product);
	const scanId = await scanFor(acme, page.request, product, email);
	const photo = { bytes: pictureOf(800, 600), name: "door.png", type: "image/png" };
	await addPiece(
		product,
		memberOf(product, account),
		{ title: "Door", files: [photo], thumbnail: pictureOf(40, 30), about: [{ type: "asset", id: "localhost" }] },
		{ [CLIENT]: acme?.id ?? "" },
	);
	const headers = { [CLIENT]: acme?.id ?? "" };
	await addQuestionnaire({ call: callsOf(product, account) }, { file: csvOf("Which color is the car?"), headers });
	await beginVisit(memberOf(product, account), headers);
	const status = async () =>
		(await (await page.request.get(`${product.url}${API_BASE}scans/${scanId}/`)).json()).scan.status;
	await expect.poll(status).toBe("completed");
	await page.goto(address(product, "/dashboard/c/acme/overview"));
	await whenInstalled(page);
	await page.getByRole("button", { name: "Take with me" }).click();
	await expect(page.getByRole("heading", { name: "This client is on this device" })).toBeVisible();
	await expect(page.getByText(/^\d+ pages, .* as of /)).toBeVisible();

	await goDark(page, product, true);
	await page.goto(address(product, "/dashboard/c/acme/vulnerabilities"));
	await whenHydrated(page);
	const problems = page.getByRole("list", { name: "Problems" });
	await expect(problems.getByRole("listitem").first()).toBeVisible();
	await page.goto(address(product, "/dashboard/c/acme/evidence"));
	const piece = page.getByRole("article");
	await expect(piece.locator("img")).toHaveAttribute("src", /^data:image\/png/);
	await piece.getByRole("link", { name: "Door" }).click();
	await expect(page.getByText(/^Received from /)).toBeVisible();
	await expect(page.getByText("It cannot be shown in full right now.")).toBeVisible();
	await expect(page.getByRole("region", { name: "Files" }).locator("img")).toHaveAttribute("src", /^data:image/);
	await page.goto(address(product, "/dashboard/c/acme/assets"));
	await page.getByText("Collected evidence about localhost").click();
	await expect(page.getByRole("link", { name: "Door" })).toBeVisible();
	await page.goto(address(product, "/dashboard/c/acme/questionnaires"));
	await page.getByRole("link", { name: "Vendor review" }).click();
	await expect(page.getByRole("article", { name: "Which color is the car?" })).toBeVisible();
	// Running scans continue, and another one starts.
	await page.goto(address(product, "/dashboard/c/acme/assessments"));
	await page.getByRole("link", { name: "Begin: Visit to the Lagos office" }).click();
	await expect(page.getByRole("heading", { name: "Who is showing you around?" })).toBeVisible();
	await page.goto(address(product, "/dashboard/c/acme/assessments"));
	await page.getByRole("button", { name: "Start an assessment" }).click();
	await expect(page.getByRole("radio", { name: /^Site visit/ })).toBeVisible();
	await page.goto(address(product, "/dashboard/c/acme/overview"));
	await expect(page.getByText("Not all of it is kept.")).toHaveCount(0);
	await page.getByRole("button", { name: "Remove" }).click();
	await expect(page.getByRole("heading", { name: "Take this client with me" })).toBeVisible();
	await page.goto(address(product, "/dashboard/c/acme/assets"));
	await whenHydrated(page);
	await expect(page.getByRole("article")).toHaveCount(0);
	await goDark(page, product, false);
});

test("a member who left sees their own workspace at the next contact, and nothing of the other one is kept", async ({
	page,
	product,
	browser,
}) => {
	const other = await (await browser.newContext()).newPage();
	const { accountId: workspace } = await signIn(other, product);
	await addClients(other.request, product);
	await other.context().close();
	const { accountId } = await signIn(page, product);
	const inDatabase = (text: string) =>
		withEmbeddedDatabase(product.server.varDir, (database) => database.query(text, [workspace, accountId]));
	await inDatabase("INSERT INTO memberships (workspace_id, account_id, role) VALUES ($1, $2, 'auditor')");
	const named: (string | undefined)[] = [];
	page.on("request", (request) => {
		if (request.url().includes(`${API_BASE}scans/?`)) named.push(request.headers()[WORKSPACE.toLowerCase()]);
	});
	await page.goto(address(product, `/dashboard/c/acme/scans?workspace=${workspace}`));
	await whenInstalled(page);
	await expect(page).toHaveURL(/\/dashboard\/c\/acme\/scans$/);
	await expect(switcher(page)).toContainText("Acme Bank");
	// An auditor reads. What the role may not do is not offered, and the screen says why.
	await expect(page.getByText("Your role here is Auditor, so you cannot start scans.", { exact: false })).toBeVisible();
	await expect(page.getByRole("button", { name: "Run Scan" })).toHaveCount(0);
	await expect.poll(() => named.length).toBeGreaterThan(0);
	expect(new Set(named)).toEqual(new Set([workspace]));
	const kept = () => keptOf(page, workspace);
	await expect.poll(kept).toBeGreaterThan(0);

	// An open screen could learn it, and say so, just before a reload takes that away again.
	await page.goto("about:blank");
	await inDatabase("DELETE FROM memberships WHERE workspace_id = $1 AND account_id = $2");
	await page.goto(address(product, "/dashboard/c/acme/scans"));
	await expect(page.getByText("What this device kept of it was deleted.", { exact: false })).toBeVisible();
	await expect(page).toHaveURL(/\/dashboard\/overview$/);
	await page.getByRole("button", { name: "OK", exact: true }).click();
	await expect.poll(kept).toBe(0);
	await page.reload();
	await whenHydrated(page);
	await expect(
		page.getByRole("button", { name: "New Scan" }).or(page.getByRole("link", { name: "New Scan" })),
	).toBeVisible();
	await expect(page.getByText("Acme Bank")).toHaveCount(0);
});

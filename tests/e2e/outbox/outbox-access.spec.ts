import { API_PATHS, fillPath } from "#contract/routes.ts";
import { createAccount } from "../../support/server/accounts.ts";
import { storedScans } from "../../support/server/stored-scans.ts";
import { callAs, join } from "../account/workspace-kit.ts";
import { signIn } from "../accounts-kit.ts";
import { newAddress, test, whenHydrated } from "../kit.ts";
import { addMany, card, expect, openOutbox, PATIENCE_MS, sent } from "./outbox-kit.ts";

test.use({ device: "installed" });
test.describe.configure({ timeout: PATIENCE_MS });

test("what was refused for a role goes out once and without a tap when the app is opened after the role came back", async ({
	page,
	context,
	product,
}) => {
	const ada = await createAccount(product, { email: newAddress() });
	const ben = await signIn(page, product, { email: newAddress() });
	await join(ben, product, ada, { role: "consultant" });
	const member = fillPath(API_PATHS.member, { accountId: ben.accountId });
	const mark = "?role-back";

	await page.goto(`${product.url}/dashboard/overview?workspace=${ada.accountId}`);
	await expect(page).toHaveURL(`${product.url}/dashboard/overview`);
	await openOutbox(page, product, "/dashboard/outbox");
	await context.setOffline(true);
	await addMany(page, [`http://localhost:${product.practicePort}/${mark}`], { email: ben.email });
	await callAs(ada, product, "PATCH", member, { role: "auditor" });
	await context.setOffline(false);
	await expect(card(page, mark)).toContainText("Your role in this workspace does not allow it.");
	expect(sent(product, mark)).toHaveLength(1);

	// Nothing of it goes out while the lists say that the account still cannot.
	const asks = page.waitForResponse((response) => response.url().endsWith(API_PATHS.workspaces));
	await page.goto(`${product.url}/dashboard/overview`);
	await (await asks).finished();
	await whenHydrated(page);
	expect(sent(product, mark)).toHaveLength(1);

	await page.close();
	await callAs(ada, product, "PATCH", member, { role: "contributor" });
	const opened = await context.newPage();
	await opened.goto(`${product.url}/dashboard/overview`);
	await expect
		.poll(() => storedScans(product.server.varDir, ben.email))
		.toMatchObject([{ owner: ada.accountId, target: expect.stringContaining(mark) }]);
	await openOutbox(opened, product, "/dashboard/outbox");
	await expect(card(opened, mark)).toHaveCount(0);
	expect(sent(product, mark)).toHaveLength(2);
});

import { signIn } from "../accounts-kit.ts";
import { expectAxeClean } from "../axe-clean.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, installedTest, test, whenHydrated } from "../kit.ts";
import { callsOf } from "./compliance-kit.ts";

const CSV = [
	"ID,Title,Text,Domain,Controls,Owner",
	'GS-1,Who may enter,Access is given by role.,Access,"AC-01; AC-02",CISO',
	"GS-2,Leavers,People who leave lose access the same day.,Access,AC-03,CISO",
	"GS-3,Backups,Backups are restored in a test.,Operations,BC-01,CISO",
	"GS-4,Weaknesses,Hosts are scanned each month.,Operations,XX-99,CISO",
	",No id,Nothing.,Operations,,CISO",
].join("\n");
const asFile = (name: string, text: string) => ({ name, mimeType: "", buffer: Buffer.from(text) });

test.use({ viewport: { width: 360, height: 740 } });

test("a framework of one’s own is added from a CSV file on a phone, and stands as ours do", async ({
	page,
	product,
}) => {
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/compliance`);
	const main = page.getByRole("main");
	await main.getByRole("button", { name: "Add a framework…" }).click();
	const dialog = page.getByRole("dialog", { name: "Add a framework" });
	await expect(dialog).toContainText("You see what is in the file before anything is added.");
	await expectAxeClean(page, "adding a framework");

	// What cannot be added says why, and leads on.
	await dialog.getByLabel("Choose a file").setInputFiles(asFile("empty.csv", ""));
	await expect(dialog.getByRole("alert").filter({ hasText: "Nothing was added. It is empty." })).toBeVisible();
	const csf = ["id,title", ...["GV.OC-01", "GV.OC-02", "PR.AA-01"].map((id) => `${id},Title`)].join("\n");
	await dialog.getByLabel("Choose a file").setInputFiles(asFile("csf.csv", `NIST CSF 2.0\n${csf}`));
	await expect(dialog.getByRole("link", { name: "Load its official words into NIST CSF 2.0" })).toBeVisible();
	await expectAxeClean(page, "a file that is refused");

	await dialog.getByLabel("Choose a file").setInputFiles(asFile("Group standard.csv", CSV));
	await expect(dialog.getByText("4 requirements under 2 headings")).toBeVisible();
	await expect(dialog.getByText("3 requirements linked to 4 controls")).toBeVisible();
	await expect(dialog).toContainText("nothing is linked to it: XX-99");
	await expect(dialog).toContainText("These columns are not read: “Owner”.");
	await dialog.getByText("Cannot be used: 1").click();
	await expect(dialog.getByText("It has no ID.")).toBeVisible();
	await expect(dialog.getByLabel("Name")).toHaveValue("Group standard");
	await dialog.getByLabel("Version or edition (optional)").fill("3");
	await expectAxeClean(page, "what a file would add");
	await dialog.getByRole("button", { name: "Add it" }).click();

	await expect(main.getByRole("heading", { level: 1, name: "Group standard" })).toBeVisible();
	await main.getByRole("button", { name: "Choose it…" }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Choose it" }).click();
	await page
		.getByRole("dialog")
		.getByRole("button", { name: /Not now|Continue/ })
		.click();
	await main.getByRole("button", { name: /Access/ }).click();
	await main.getByRole("button", { name: /Who may enter/ }).click();
	await expect(main.getByRole("link", { name: /^AC-01/ })).toBeVisible();
	await expectAxeClean(page, "a framework that was added");

	// In the list it stands as ours do, also with the network off.
	await page.goto(`${product.url}/dashboard/compliance`);
	const card = main.getByRole("article", { name: "Group standard" });
	await expect(card).toContainText("4 open decisions");
	await expect(card.getByRole("list", { name: "How Group standard stands" })).toContainText("4Not evaluated");

	await card.getByRole("link").click();
	await main.getByRole("tab", { name: "About" }).click();
	await main.getByRole("button", { name: "Delete…" }).click();
	const asked = page.getByRole("dialog", { name: "Delete Group standard?" });
	await expect(asked).toContainText("1 client chose it, links to 4 controls.");
	await asked.getByRole("button", { name: "Delete it" }).click();
	await expect(card).toHaveCount(0);
	await page.getByRole("button", { name: "Undo" }).click();
	await expect(card).toContainText("4 open decisions");
});

installedTest(
	"offline, it is read and decided about, and what needs a connection says so",
	async ({ page, context, product }) => {
		const call = callsOf(product, await signIn(page, product));
		const about = { name: "Group standard", kind: "standard" };
		const added = await call("addOwnFramework", { query: about, file: { content: CSV, type: "text/csv" } });
		const { id: frameworkId } = await added.json();
		await call("chooseFramework", { params: { frameworkId }, body: { chosen: true } });
		await page.goto(`${product.url}/dashboard/compliance/${frameworkId}?requirement=GS-1`);
		const row = page.locator('[data-requirement="GS-1"]');
		await expect(row.getByRole("button", { name: "Applicable", exact: true })).toBeVisible();
		await whenKept(page, "GS-4");
		await context.setOffline(true);
		await row.getByRole("button", { name: "Applicable", exact: true }).click();
		// The row says so once the entry is stored: only then may the page go.
		await expect(row.getByText("Waiting to be sent: Applicable.")).toBeVisible();
		await page.reload();
		await whenHydrated(page);
		await expect(row.getByText("Waiting to be sent: Applicable.")).toBeVisible();
		await page.getByRole("tab", { name: "About" }).click();
		const section = page.getByRole("region", { name: "Change this framework" });
		await expect(section.getByRole("button", { name: "Load a new version…" })).toBeDisabled();
		await expect(section).toContainText("This needs a connection.");
		await context.setOffline(false);
		await expect
			.poll(async () => {
				const detail = await (await call("readFramework", { params: { frameworkId } })).json();
				return detail.all.find(({ id }: { id: string }) => id === "GS-1")?.decision.state;
			})
			.toBe("applicable");
	},
);

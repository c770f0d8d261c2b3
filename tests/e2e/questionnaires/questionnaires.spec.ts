import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { textOfPart } from "#tests/support/questionnaires/check-package.ts";
import { listedWorkbook } from "#tests/support/questionnaires/listed-workbook.ts";
import { cell } from "#tests/support/questionnaires/office-files.ts";
import { answer, begin, readAssessment, sign } from "../../support/server/assessments.ts";
import { approve } from "../../support/server/questionnaires.ts";
import { signIn } from "../accounts-kit.ts";
import { VISIT } from "../assessments/assessments-kit.ts";
import { expectAxeClean, expectAxeCleanInThemes } from "../axe-clean.ts";
import { callsOf } from "../compliance/compliance-kit.ts";
import { scanPracticeTarget } from "../findings/findings-kit.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, installedTest, test, whenHydrated } from "../kit.ts";

const BACKUPS = "How often do you test restoring backups?";
const SCANS = "How often do you scan for vulnerabilities?";
const LEAVERS = "How quickly is access removed when people leave?";
const FLEET = "Which color is the company car?";
const VISITORS = "Are visitors accompanied wherever they go?";
const MONTHLY = "Every month, and a person signs the record.";

/** A customer's workbook: a cover, and a sheet with questions under two headings. */
const workbook = () =>
	listedWorkbook([
		{ name: "Cover", rows: [["Savannah Microfinance Bank"], ["Please return it by Friday."]] },
		{
			name: "Security",
			rows: [
				["#", "Question", "Response"],
				["1", BACKUPS],
				["2", SCANS],
				["3", LEAVERS],
				["4", FLEET],
				["5", VISITORS],
			],
			validations: [{ at: "C5", formula: "Colors!$A$1:$A$2" }],
		},
		{ name: "Colors", state: "hidden", rows: [["Blue"], ["Red"]] },
	]);
const file = async (name = "Vendor_review.xlsx") => ({
	name,
	mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	buffer: await workbook(),
});
const cards = (page: Page) => page.getByRole("list", { name: "Questions", exact: true }).getByRole("article");
const card = (page: Page, question: string) => page.getByRole("article", { name: question });
const add = (page: Page) => page.getByRole("button", { name: "Add a questionnaire" });

test("a customer's questionnaire goes in and comes out filled where it was found, with the source of each answer", {
	tag: "@road",
}, async ({ page, product }) => {
	const account = await signIn(page, product);
	const call = callsOf(product, account);
	await scanPracticeTarget(product, account);
	await approve({ call }, { question: BACKUPS, answer: MONTHLY });
	const visit = await begin({ call }, { template: { id: VISIT.id, version: VISIT.version } });
	await answer({ call }, visit, "visitor-escort", "yes", { note: "By the person they visit." });
	await sign({ call }, await readAssessment({ call }, visit));
	await page.goto(`${product.url}/dashboard/questionnaires`);
	await expect(page.getByText("No open questionnaires.")).toBeVisible();
	await expectAxeClean(page, "no questionnaires");

	// What it takes when the library answers everything, not counting the browser's own file chooser.
	let taps = 0;
	const tap = async (what: Locator) => {
		taps += 1;
		await what.click();
	};
	await tap(add(page));
	const dialog = page.getByRole("dialog", { name: "Add a questionnaire" });
	await dialog.getByLabel("Choose the file").setInputFiles(await file());
	await expect(dialog.getByLabel("Title")).toHaveValue("Vendor review");
	await dialog.getByLabel("Customer, optional").fill("Savannah Microfinance Bank");
	await dialog.getByLabel("Due, optional").fill("2099-11-30");
	await expectAxeCleanInThemes(page, "adding a questionnaire", { within: "dialog[open]" });
	await tap(dialog.getByRole("button", { name: "Add it" }));
	const report = page.getByRole("dialog", { name: "Questionnaire added" });
	await expect(report).toContainText("5 questions found: 3 answers proposed, 2 need a person.");
	await expect(report).toContainText("Questions in B, Question; answers in C, Response.");
	await expectAxeCleanInThemes(page, "what was found", { within: "dialog[open]" });
	await report.getByRole("button", { name: "That is not right: change it" }).click();
	const table = report.getByRole("group", { name: "Security" });
	await expect(table.getByLabel("Answers in")).toHaveValue("2");
	await table.getByLabel("Begin in row, optional").fill("2");
	await expectAxeCleanInThemes(page, "correcting how it was read", { within: "dialog[open]" });
	await report.getByRole("button", { name: "Read the file this way" }).click();
	await expect(report).toContainText("5 questions found: 3 answers proposed, 2 need a person.");
	await expect(report).toContainText("As a person said.");
	await tap(report.getByRole("link", { name: "Open the questionnaire" }));

	await expect(page.getByRole("heading", { level: 1, name: "Vendor review" })).toBeVisible();
	await expect(cards(page)).toHaveCount(5);
	await expect(card(page, BACKUPS)).toContainText("From the library, approved by");
	await expect(card(page, SCANS)).toContainText("No host is scanned on a schedule.");
	await expect(card(page, SCANS)).toContainText("Observed by 1 scan of 1 host");
	await expect(card(page, FLEET)).toContainText("Needs a person");
	await expectAxeClean(page, "a questionnaire");

	await expect(card(page, VISITORS)).toContainText("Yes. By the person they visit.");
	await expect(
		card(page, VISITORS).getByRole("link", { name: /^From “Visit to Lagos”, signed by Ngozi Ade on/ }),
	).toHaveAttribute("href", new RegExp(`/assessments/${visit}\\?question=visitor-escort$`));

	// Nothing counts before it is confirmed: by keyboard alone, the focus stays with the question.
	await page.getByRole("button", { name: `Confirm: ${SCANS}` }).press("Enter");
	await expect(card(page, SCANS)).toContainText("Confirmed");
	await expect(card(page, SCANS)).toBeFocused();
	await page.getByRole("button", { name: `Confirm: ${VISITORS}` }).click();
	await tap(page.getByRole("button", { name: "Confirm 1 from the library" }));
	await tap(page.getByRole("dialog").getByRole("button", { name: "Confirm them" }));
	await expect(card(page, BACKUPS)).toContainText("Confirmed");
	await page.getByRole("tab", { name: /^Needs a person/ }).click();
	await expect(cards(page)).toHaveCount(2);
	await page.getByRole("button", { name: `Answer: ${LEAVERS}` }).click();
	const answering = page.getByRole("dialog", { name: "Answer" });
	await answering.getByLabel("Answer").fill("Within a day.");
	await expectAxeCleanInThemes(page, "answering", { within: "dialog[open]" });
	await answering.getByRole("button", { name: "Confirm this answer" }).click();
	await expect(card(page, LEAVERS)).toContainText("Within a day.");
	// A list of the customer's is a tap.
	await card(page, FLEET).getByText("Blue", { exact: true }).click();
	await page.getByRole("button", { name: `Confirm: ${FLEET}` }).click();
	await expect(card(page, FLEET)).toContainText("In the file’s list: Blue");
	await expect(page.getByText("5 of 5 confirmed")).toBeVisible();
	await expect(page.getByText("Waiting to be sent")).toHaveCount(0);

	await tap(page.getByRole("button", { name: "Download the file" }));
	const downloading = page.getByRole("dialog", { name: "Download the file" });
	await expect(downloading).toContainText("All 5 questions are confirmed.");
	await expectAxeCleanInThemes(page, "downloading", { within: "dialog[open]" });
	const [download] = await Promise.all([
		page.waitForEvent("download"),
		tap(downloading.getByRole("link", { name: "Download" })),
	]);
	expect(taps).toBeLessThanOrEqual(7);
	expect(download.suggestedFilename()).toBe("Vendor_review, answers of Analytical Engines.xlsx");
	const sheet = textOfPart(await readFile(await download.path()), "xl/worksheets/sheet2.xml");
	expect(sheet).toContain(MONTHLY);
	expect(sheet).toContain("Within a day.");
	expect(sheet).toContain(cell("C5", "Blue"));
	expect(sheet).toContain("No host is scanned on a schedule.");
	expect(sheet).toContain("Approved answer by");
	expect(sheet).toContain("Observed by 1 scan of 1 host");
	expect(sheet).toContain("Site visit, signed by Ngozi Ade, ");
	await page.keyboard.press("Escape");

	// A question that was answered once gets the same answer again.
	await page.getByRole("button", { name: `Add to the library: ${LEAVERS}` }).click();
	const approving = page.getByRole("dialog", { name: "Approve an answer" });
	await expect(approving.getByLabel("Question")).toHaveValue(LEAVERS);
	await expectAxeCleanInThemes(page, "approving", { within: "dialog[open]" });
	await approving.getByRole("button", { name: "Approve" }).click();
	await expect(page.getByRole("button", { name: `Add to the library: ${LEAVERS}` })).toHaveCount(0);
	await page.goto(`${product.url}/dashboard/questionnaires/library`);
	const answers = page.getByRole("list", { name: "Answers", exact: true }).getByRole("article");
	await expect(answers).toHaveCount(2);
	await expect(answers.first()).toContainText("Within a day.");
	await expectAxeClean(page, "the library");
	await page.getByRole("button", { name: `Withdraw: ${BACKUPS}` }).click();
	await page.getByRole("tab", { name: /^Withdrawn/ }).click();
	await expect(answers).toContainText([BACKUPS]);
	await page.getByLabel("Search").fill("nothing like it");
	await expect(page.getByText("No answer passes the filter.")).toBeVisible();
});

test("a file without questions says why, and what was typed stays", async ({ page, product }) => {
	await signIn(page, product);
	await page.goto(`${product.url}/dashboard/questionnaires`);
	await add(page).click();
	const dialog = page.getByRole("dialog", { name: "Add a questionnaire" });
	const choose = dialog.locator("input[type=file]");
	await choose.setInputFiles({ name: "prices.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
	await expect(dialog.getByText("That is not an XLSX, CSV or DOCX file. Nothing was added.")).toBeVisible();
	await choose.setInputFiles({
		name: "prices.csv",
		mimeType: "text/csv",
		buffer: Buffer.from("Name,Price\r\nBolt,9\r\n"),
	});
	await dialog.getByLabel("Title").fill("The prices");
	await dialog.getByRole("button", { name: "Add it" }).click();
	await expect(dialog.getByRole("alert").filter({ hasText: "Nothing was added" })).toContainText(
		"No questions were found: its columns begin with “Name”, “Price”.",
	);
	// Where a person sees questions, the file is read that way.
	await dialog.getByLabel("Has questions").check();
	await expect(dialog.getByLabel("Questions in")).toHaveValue("0");
	await expect(dialog.getByLabel("Title")).toHaveValue("The prices");
	await expectAxeCleanInThemes(page, "a refused file", { within: "dialog[open]" });
	await choose.setInputFiles(await file());
	await dialog.getByRole("button", { name: "Add it" }).click();
	await expect(page.getByRole("dialog", { name: "Questionnaire added" })).toContainText("5 questions found");
});

installedTest("answers and approvals that are given offline arrive once", async ({ page, context, product }) => {
	const account = await signIn(page, product);
	const call = callsOf(product, account);
	await approve({ call }, { question: BACKUPS, answer: MONTHLY });
	const query = { title: "Vendor review", customer: "", fileName: "a.xlsx" };
	const { mimeType: type, buffer: content } = await file();
	const { id } = await (await call("addQuestionnaire", { query, file: { content, type } })).json();
	await page.goto(`${product.url}/dashboard/questionnaires`);
	await page.getByRole("link", { name: "Vendor review" }).click();
	await expect(cards(page)).toHaveCount(5);
	await whenKept(page, LEAVERS);
	await context.setOffline(true);
	await page.getByRole("button", { name: `Confirm: ${BACKUPS}` }).click();
	await expect(card(page, BACKUPS)).toContainText("Waiting to be sent: Confirmed.");
	await page.getByRole("button", { name: `Answer: ${LEAVERS}` }).click();
	const answering = page.getByRole("dialog", { name: "Answer" });
	await answering.getByLabel("Answer").fill("Within a day.");
	await answering.getByRole("button", { name: "Confirm this answer" }).dblclick();
	await page.getByRole("button", { name: `Not applicable: ${FLEET}` }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Confirm “Not applicable”" }).click();
	await page.getByRole("button", { name: `Add to the library: ${LEAVERS}` }).click();
	await page.getByRole("dialog").getByRole("button", { name: "Approve" }).dblclick();
	// It closes when the request is stored on the device: before that, nothing has been promised.
	await expect(page.getByRole("dialog")).toHaveCount(0);
	await page.reload();
	await whenHydrated(page);
	await expect(page.getByText("3 of 5 confirmed")).toBeVisible();
	await expect(card(page, LEAVERS)).toContainText("Within a day.");
	await page.getByRole("button", { name: "Download the file" }).click();
	await expect(page.getByRole("dialog")).toContainText("3 answers on this device have not been sent yet");
	await page.keyboard.press("Escape");
	await page.getByRole("link", { name: "All questionnaires" }).click();
	await expect(add(page)).toBeDisabled();
	await expect(page.getByText("3 answers waiting to be sent")).toBeVisible();
	await expectAxeClean(page, "offline");
	await context.setOffline(false);
	await expect(page.getByText("3 answers waiting to be sent")).toHaveCount(0);
	const read = async () =>
		(await call("readCustomerQuestionnaire", { params: { questionnaireId: id } })).json() as Promise<{
			questions: { answer: string }[];
		}>;
	await expect
		.poll(async () => (await read()).questions.map(({ answer }) => answer))
		.toEqual([MONTHLY, "", "Within a day.", "Not applicable.", ""]);
	await expect
		.poll(async () =>
			(await (await call("listLibraryAnswers")).json()).answers.map((one: { answer: string }) => one.answer),
		)
		.toEqual(["Within a day.", MONTHLY]);
});

installedTest(
	"what another person changed meanwhile is not confirmed, and says so",
	async ({ page, context, product }) => {
		const account = await signIn(page, product);
		const call = callsOf(product, account);
		const libraryId = await approve({ call }, { question: BACKUPS, answer: MONTHLY });
		const query = { title: "Vendor review", customer: "", fileName: "a.xlsx" };
		const { mimeType: type, buffer: content } = await file();
		const { id } = await (await call("addQuestionnaire", { query, file: { content, type } })).json();
		await page.goto(`${product.url}/dashboard/questionnaires/${id}`);
		await expect(cards(page)).toHaveCount(5);
		await context.setOffline(true);
		await page.getByRole("button", { name: `Confirm: ${BACKUPS}` }).click();
		await approve({ call }, { answer: "Every week." }, { id: libraryId });
		await context.setOffline(false);
		await expect(card(page, BACKUPS)).toContainText("Refused: Confirmed. What you confirmed has changed since");
		await expectAxeClean(page, "a refused confirmation");
		await page.getByRole("button", { name: `Discard: ${BACKUPS}` }).click();
		await page.reload();
		await expect(card(page, BACKUPS)).toContainText("Every week.");
		await page.getByRole("button", { name: `Confirm: ${BACKUPS}` }).click();
		await expect(card(page, BACKUPS)).toContainText("Confirmed");
	},
);

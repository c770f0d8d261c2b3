import type { BrowserContext, Page } from "@playwright/test";
import { standingIn, standingsOf } from "#contract/assessments/progress.ts";
import { type Question, questionsOf } from "#contract/assessments/template.ts";
import { scratchFolder } from "../../support/scratch-folder.ts";
import type { TestAccount } from "../../support/server/accounts.ts";
import { giveCookies, signIn } from "../accounts-kit.ts";
import { memberOf } from "../evidence/evidence-kit.ts";
import { whenKept } from "../kept-kit.ts";
import { expect, type Product, test, whenHydrated, whenInstalled } from "../kit.ts";
import { killBrowser, openProfile } from "../profile-kit.ts";
import {
	answer,
	button,
	heading,
	PHONE,
	readAssessment,
	startVisit,
	Taps,
	takePhoto,
	VISIT,
	valueFor,
} from "./assessments-kit.ts";

test.use({ device: "installed" });
test.describe.configure({ timeout: 600_000 });

const LIST = "/dashboard/assessments";
const HOUR_MS = 3_600_000;
const PHOTOS = 30;

/** Opens the phone again in a place without a signal. */
async function openAgain(
	folder: string,
	{ url, line }: Product,
	account: TestAccount,
): Promise<{ context: BrowserContext; page: Page }> {
	// The browser may send what is waiting the moment it starts, before a test can tell it that it is offline.
	line.fault = "unreachable";
	const context = await openProfile(folder, PHONE);
	await giveCookies(context, url, account);
	await context.setOffline(true);
	return { context, page: context.pages()[0] ?? (await context.newPage()) };
}

/** Signs with a finger. */
async function draw(page: Page, points: readonly (readonly [number, number])[]): Promise<void> {
	const pad = page.locator("canvas[data-signature]");
	await pad.scrollIntoViewIfNeeded();
	const box = await pad.boundingBox();
	if (!box) throw new Error("There is nothing to sign on.");
	const [[x = 0, y = 0] = [], ...others] = points;
	await page.mouse.move(box.x + x, box.y + y);
	await page.mouse.down();
	for (const [toX, toY] of others) await page.mouse.move(box.x + toX, box.y + toY, { steps: 5 });
	await page.mouse.up();
}

test("a visit without a signal: every question, 30 photos, two signatures, two kills and a wrong clock; all of it arrives once, in order", async ({
	product,
}) => {
	const folder = await scratchFolder("visit");
	const questions = questionsOf(VISIT);
	const taps = new Taps();
	const costs = { plain: new Set<number>(), photo: new Set<number>() };
	let photos = 0;
	/** Answers a question, with a photo as long as more are to be added. */
	const visit = async (page: Page, question: Question) => {
		await expect(heading(page, question)).toBeVisible();
		if (question.type === "choice" && photos < PHOTOS) {
			costs.photo.add(await taps.during(() => takePhoto(page, taps)));
			photos += 1;
		}
		const cost = await taps.during(() => answer(page, taps, question));
		if (question.type === "choice") costs.plain.add(cost);
		if (question.type === "photo") {
			costs.photo.add(cost);
			photos += 1;
		}
	};

	let context = await openProfile(folder, PHONE);
	let page = context.pages()[0] ?? (await context.newPage());
	const account = await signIn(page, product);
	const member = memberOf(product, account);
	await page.goto(product.url + LIST);
	await whenInstalled(page);
	await whenHydrated(page);
	// What a person reads before the visit is available without a signal.
	await page.getByRole("button", { name: "Start an assessment" }).tap();
	await expect(page.getByRole("radio", { name: /^Site visit/ })).toBeVisible();
	await whenKept(page, "What should be fixed first?");
	await button(page, "Close").tap();
	await context.setOffline(true);
	const id = await startVisit(page);
	for (const question of questions.slice(0, 14)) await visit(page, question);

	// Killed in the middle of a note.
	const [, , , , , , , , , , , , , , fifteenth] = questions;
	if (!fifteenth) throw new Error("The visit is too short.");
	await expect(heading(page, fifteenth)).toBeVisible();
	await button(page, "Note").tap();
	await page.getByRole("textbox", { name: "Note" }).fill("The cabinet in the hall is op");
	await whenKept(page, "is op");
	await killBrowser(context, folder);

	// Meanwhile its clock was set back by three hours.
	({ context, page } = await openAgain(folder, product, account));
	await context.clock.install({ time: Date.now() - 3 * HOUR_MS });
	await page.goto(product.url + LIST);
	await page.getByRole("link", { name: /^Continue:/ }).tap();
	await expect(heading(page, fifteenth)).toBeVisible();
	await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("The cabinet in the hall is op");
	await page.getByRole("textbox", { name: "Note" }).fill("The cabinet in the hall is open.");
	for (const question of questions.slice(14, 36)) await visit(page, question);
	const thirtySeventh = questions[36];
	if (!thirtySeventh) throw new Error("The visit is too short.");
	await expect(heading(page, thirtySeventh)).toBeVisible();
	await killBrowser(context, folder);

	({ context, page } = await openAgain(folder, product, account));
	// The address remembers the question too.
	await page.goto(`${product.url}${LIST}/${id}?question=${thirtySeventh.id}`);
	for (const question of questions.slice(36)) await visit(page, question);
	expect(photos).toBe(PHOTOS);
	expect([...costs.plain]).toEqual([1]);
	expect(Math.max(...costs.photo)).toBeLessThanOrEqual(3);

	// Two people sign, one by hand and one with the keyboard; a dot is no signature.
	await expect(page.getByText("Nothing missing", { exact: true })).toBeVisible();
	await page.getByRole("link", { name: "Sign", exact: true }).tap();
	await page.getByLabel("Name").fill("Ngozi Okafor");
	await page.getByLabel("Role").fill("Head of IT, Acme Bank");
	await draw(page, [
		[40, 80],
		[40, 81],
	]);
	await button(page, "Add this signature").tap();
	await expect(page.getByRole("alert")).toHaveText("This is too short for a signature. Sign with the whole name.");
	await button(page, "Clear").tap();
	await draw(page, [
		[40, 90],
		[80, 40],
		[120, 110],
		[160, 60],
		[220, 90],
	]);
	await button(page, "Add this signature").tap();
	await expect(page.getByRole("list", { name: "Signed so far" })).toContainText("Ngozi Okafor");
	await page.getByLabel("Name").fill("Ada Lovelace");
	await page.getByLabel("Role").fill("Consultant");
	await page.getByLabel("Email").fill("ada@");
	await button(page, "Sign with the typed name").tap();
	await button(page, "Add this signature").tap();
	await expect(page.getByRole("alert")).toContainText("That is not an email address.");
	await page.getByLabel("Email").fill("");
	await button(page, "Add this signature").tap();
	await button(page, "Finish with 2 signatures").tap();
	await expect(page.getByRole("heading", { name: "Signatures" })).toBeVisible();
	await expect(page.locator("[data-state=signed]")).toBeVisible();
	const shownHash = await page
		.locator("summary", { hasText: "Hash of the answers" })
		.locator(".font-mono")
		.textContent();
	expect(product.line.writes.filter(({ path }) => !path.includes("/accounts/"))).toEqual([]);

	product.line.fault = "none";
	await context.setOffline(false);
	// The PDF is there within a minute of the signal's return.
	await expect(async () => {
		expect(await readAssessment(member, id)).toMatchObject({ state: "signed" });
	}).toPass({ timeout: 60_000 });
	const pdf = await member.call("readAssessmentPdf", { params: { assessmentId: id } });
	expect(pdf.status).toBe(200);
	expect(
		Buffer.from(await pdf.arrayBuffer())
			.subarray(0, 5)
			.toString(),
	).toBe("%PDF-");
	await expect(page.getByText("waiting to be sent")).toHaveCount(0);

	const read = await readAssessment(member, id);
	expect(read).toMatchObject({ state: "signed", answered: questions.length, missing: 0, differing: 0, revision: 1 });
	const standings = standingsOf(read.words);
	for (const question of questions) {
		const standing = standingIn(standings, question.id);
		expect(standing.status === "answered" ? standing.word.answer.value : standing.status, question.id).toEqual(
			valueFor(question),
		);
	}
	const noted = standingIn(standings, fifteenth.id);
	expect(noted.status === "answered" && noted.word.answer.note).toBe("The cabinet in the hall is open.");
	expect(new Set(read.words.map((word) => word.id)).size).toBe(read.words.length);
	// One entry for each answer, one more for each photo before it, and nothing twice.
	expect(read.words).toHaveLength(questions.length + PHOTOS - 2);
	const evidence = [...standings.values()].flatMap((one) =>
		one.status === "answered" ? one.word.answer.evidence : [],
	);
	expect(new Set(evidence).size).toBe(PHOTOS);
	const list = await (
		await member.call("listEvidence", { query: { subject: "assessment", id, method: "by-hand", limit: "100" } })
	).json();
	expect(list.evidence.filter(({ files }: { files: unknown[] }) => files.length === 1)).toHaveLength(PHOTOS + 2);
	const [signOff] = read.signOffs;
	expect(signOff).toMatchObject({ voidedAt: null, signers: [{ name: "Ngozi Okafor" }, { name: "Ada Lovelace" }] });
	expect(signOff?.sha256.slice(0, 8)).toBe(shownHash);
	await context.close();
});

test.describe("on a touch screen", () => {
	test.use({ hasTouch: true, viewport: PHONE.viewport });

	test("a visit taken back without a signal takes its answers and photos along, comes back whole, and a note edited meanwhile is what arrives", async ({
		page,
		context,
		product,
	}) => {
		const account = await signIn(page, product);
		const member = memberOf(product, account);
		await page.goto(product.url + LIST);
		await whenInstalled(page);
		await whenHydrated(page);
		await page.getByRole("button", { name: "Start an assessment" }).click();
		await expect(page.getByRole("radio", { name: /^Site visit/ })).toBeVisible();
		await whenKept(page, "What should be fixed first?");
		await button(page, "Close").click();
		await context.setOffline(true);
		const id = await startVisit(page);
		const taps = new Taps();
		const [first, second, third, fourth, next] = questionsOf(VISIT);
		if (!first || !second || !third || !fourth || !next) throw new Error("The visit is too short.");
		const questions = [first, second, third, fourth];
		for (const question of questions) {
			await expect(heading(page, question)).toBeVisible();
			if (question.type === "choice") await takePhoto(page, taps);
			await answer(page, taps, question);
		}
		await expect(heading(page, next)).toBeVisible();
		await page.goto(product.url + LIST);
		const takeBack = page.getByRole("button", { name: /^Take back:/ });
		await takeBack.tap();
		await expect(page.getByRole("dialog")).toContainText("4 answers and 1 photo belong to it and go with it.");
		await page.getByRole("dialog").getByRole("button", { name: "Keep" }).tap();
		await takeBack.tap();
		await page.getByRole("dialog").getByRole("button", { name: "Take back all" }).tap();
		await expect(takeBack).toHaveCount(0);
		await page.getByRole("link", { name: "Outbox" }).first().tap();
		await expect(page.getByText("Nothing is waiting.")).toBeVisible();
		await page.getByRole("button", { name: "Undo" }).tap();

		const piece = page.getByRole("article").filter({ hasText: "Evidence" }).first();
		await piece.getByRole("button", { name: /^Actions/ }).tap();
		await page.getByRole("menuitem", { name: "Edit" }).tap();
		await piece.getByRole("textbox", { name: "Note" }).fill("The door to the yard");
		await piece.getByRole("button", { name: "Save" }).tap();
		await expect(piece.getByRole("textbox", { name: "Note" })).toHaveCount(0);

		await context.setOffline(false);
		await expect(async () => {
			expect(await readAssessment(member, id)).toMatchObject({ answered: questions.length });
			const list = await member.call("listEvidence", { query: { subject: "assessment", id, method: "by-hand" } });
			const notes = (await list.json()).evidence.map(({ note }: { note: string }) => note);
			expect(notes).toContain("The door to the yard");
		}).toPass({ timeout: 60_000 });
		await expect(page.getByText("Nothing is waiting.")).toBeVisible();
	});
});

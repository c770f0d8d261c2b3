import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { standingIn, standingsOf } from "#contract/assessments/progress.ts";
import { questionsOf } from "#contract/assessments/template.ts";
import { signIn, signInAs } from "../accounts-kit.ts";
import { expectAxeClean, overflow } from "../axe-clean.ts";
import { asFile, memberOf, widePhoto } from "../evidence/evidence-kit.ts";
import { expect, test, whenHydrated } from "../kit.ts";
import {
	answer,
	beginVisit,
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

test.describe.configure({ timeout: 300_000 });

const questions = questionsOf(VISIT);
const named = (id: string) => {
	const found = questions.find((one) => one.id === id);
	if (!found) throw new Error(`The visit has no question ${id}.`);
	return found;
};
const ENTRANCES = named("entrances");

/** Opens a question of an assessment. */
async function openQuestion(page: Page, url: string, id: string, question = ENTRANCES): Promise<void> {
	await page.goto(`${url}/dashboard/assessments/${id}?question=${question.id}`);
	await whenHydrated(page);
	await expect(heading(page, question)).toBeVisible();
}

test("two devices answer a question without knowing of each other: both answers stand, and one is picked after both", async ({
	browser,
	product,
}) => {
	const devices = [await browser.newContext(PHONE), await browser.newContext(PHONE)];
	const [mine, theirs] = await Promise.all(devices.map((context) => context.newPage()));
	if (!mine || !theirs) throw new Error("There are no pages.");
	const account = await signIn(mine, product);
	await signInAs(theirs, product.url, account);
	const member = memberOf(product, account);
	const id = await beginVisit(member);
	for (const page of [mine, theirs]) {
		// Without a worker and with a poor signal, the parts that load after a page may never come. The page goes on without them.
		await page.route(/\/assets\/(prompts|closed-workspace|lock-demand|unclaimed-prompt)-/, () => {});
		await openQuestion(page, product.url, id);
	}

	await theirs.context().setOffline(true);
	await button(theirs, "Yes").tap();
	await expect(heading(theirs, named("entry-means"))).toBeVisible();
	await button(mine, "No").tap();
	await expect(mine.getByText("Add a photo or a note that says more about it.")).toBeVisible();
	await expect.poll(async () => (await readAssessment(member, id)).words.length).toBe(1);

	await theirs.context().setOffline(false);
	await expect.poll(async () => (await readAssessment(member, id)).differing).toBe(1);
	await button(theirs, "Back").tap();
	const both = theirs.getByRole("region", { name: "Two answers" });
	await expect(both.getByRole("listitem")).toHaveText([
		/^YesAda Lovelace, .*Use this answer/,
		/^NoAda Lovelace, .*Use this answer/,
	]);
	await both.getByRole("button", { name: /^Use this answer: No/ }).tap();
	await expect(both).toHaveCount(0);
	await expect.poll(async () => (await readAssessment(member, id)).differing).toBe(0);
	const { words } = await readAssessment(member, id);
	expect(words).toHaveLength(3);
	expect([...(words[2]?.after ?? [])].toSorted()).toEqual(
		words
			.slice(0, 2)
			.map((word) => word.id)
			.toSorted(),
	);
	await mine.reload();
	await expect(button(mine, "No")).toHaveAttribute("aria-pressed", "true");
	for (const context of devices) await context.close();
});

test("a second tap says nothing twice, undo takes back, and what a line that is cut every few seconds carries arrives once", {
	tag: "@road",
}, async ({ browser, product }) => {
	const context = await browser.newContext(PHONE);
	const page = await context.newPage();
	const account = await signIn(page, product);
	const member = memberOf(product, account);
	const taps = new Taps();
	await page.goto(`${product.url}/dashboard/assessments`);
	await whenHydrated(page);
	product.line.fault = "lose-answer";
	const id = await startVisit(page);
	const cuts = ["unreachable", "lose-answer", "server-error", "none"] as const;
	const answered = questions.slice(0, 12);
	for (const [index, question] of answered.entries()) {
		await expect(heading(page, question)).toBeVisible();
		product.line.fault = cuts[index % cuts.length] ?? "none";
		if (index === 5) await takePhoto(page, taps);
		await answer(page, taps, question);
	}
	// Answered in two quick taps: the second one is meant for the same question.
	const next = questions[12];
	if (!next) throw new Error("The visit is too short.");
	await expect(heading(page, next)).toBeVisible();
	await button(page, "Yes").dblclick();
	const [, , , , , , , , , , , , , after] = questions;
	if (!after) throw new Error("The visit is too short.");
	await expect(heading(page, after)).toBeVisible();
	await expect(button(page, "Yes")).toHaveAttribute("aria-pressed", "false");
	await expect(page.getByText("Saved: Yes")).toBeVisible();
	await button(page, "Undo").tap();
	await expect(heading(page, next)).toBeVisible();
	await expect(button(page, "Yes")).toHaveAttribute("aria-pressed", "false");

	product.line.fault = "none";
	// What the page does when the signal is back.
	await context.setOffline(true);
	await context.setOffline(false);
	await expect(async () => {
		const standings = standingsOf((await readAssessment(member, id)).words);
		for (const question of answered) {
			const standing = standingIn(standings, question.id);
			expect(standing.status === "answered" && standing.word.answer.value, question.id).toEqual(valueFor(question));
		}
		expect(standingIn(standings, next.id).status).toBe("open");
	}).toPass({ timeout: 120_000 });
	const read = await readAssessment(member, id);
	expect(new Set(read.words.map((word) => word.id)).size).toBe(read.words.length);
	const list = await (await member.call("listAssessments")).json();
	expect(list.assessments).toHaveLength(1);
	await context.close();
});

test("an assessment's screens by keyboard alone, on 320 px and a wide screen, in both themes, and with 200 % text", async ({
	page,
	product,
}) => {
	const account = await signIn(page, product);
	const member = memberOf(product, account);
	const id = await beginVisit(member);
	const word = (questionId: string, choice: string, after: string[] = [], wordId = randomUUID()) => ({
		id: wordId,
		assessmentId: id,
		questionId,
		answer: { value: { type: "choice", choice }, note: "", evidence: [] },
		after,
		saidAt: new Date().toISOString(),
	});
	for (const body of [
		word("entrances", "yes"),
		word("entrances", "no"),
		word("tailgating", "let-in"),
		word("leavers", "no"),
	]) {
		expect((await member.call("answerQuestion", { body })).status).toBe(202);
	}
	const press = async (key: string, times = 1) => {
		for (let n = 0; n < times; n++) await page.keyboard.press(key);
	};
	const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim() ?? "");
	const tabTo = async (name: RegExp) => {
		for (let n = 0; n < 60; n++) {
			if (name.test(await focused())) return;
			await press("Tab");
		}
		throw new Error(`The keyboard does not reach ${name}.`);
	};

	await openQuestion(page, product.url, id);
	await expectAxeClean(page, "a question with two answers");
	await tabTo(/^Use this answer$/);
	await press("Enter");
	await expect(page.getByRole("region", { name: "Two answers" })).toHaveCount(0);
	await openQuestion(page, product.url, id, named("visitor-record"));
	await tabTo(/^Partly$/);
	await press("Enter");
	// It needs more, so it stays, and says so.
	await expect(page.getByText("Add a photo or a note that says more about it.")).toBeVisible();
	await expectAxeClean(page, "a question that needs more");
	await tabTo(/^Note$/);
	await press("Enter");
	await expect(page.getByRole("textbox", { name: "Note" })).toBeFocused();
	await page.keyboard.type("Only names.");
	await tabTo(/^Next$/);
	await press("Enter");
	await expect(heading(page, named("visitor-badge"))).toBeFocused();
	await tabTo(/of \d+.*Show the sections$/s);
	await press("Enter");
	await expect(page.getByRole("dialog", { name: "Sections" })).toBeVisible();
	await expectAxeClean(page, "the sections", { within: "dialog[open]" });
	await press("Escape");

	await page.goto(`${product.url}/dashboard/assessments/${id}`);
	await expect(page.getByRole("heading", { name: /^Gaps/ })).toBeVisible();
	await expectAxeClean(page, "an assessment");
	await tabTo(/^Sign$/);
	await press("Enter");
	await expect(page.getByRole("heading", { level: 1, name: "Sign" })).toBeVisible();
	await expectAxeClean(page, "signing");
	await page.getByLabel("Name").focus();
	await page.keyboard.type("Ngozi Okafor");
	await press("Tab");
	await page.keyboard.type("Head of IT");
	await tabTo(/^Sign with the typed name$/);
	await press("Enter");
	await tabTo(/^Add this signature$/);
	await press("Enter");
	await expect(page.getByRole("list", { name: "Signed so far" })).toContainText("Ngozi Okafor");
	await tabTo(/^Finish with 1 signature$/);
	await press("Enter");
	await expect(page.locator("[data-state=signed]")).toBeVisible();
	await expect.poll(async () => (await readAssessment(member, id)).state).toBe("signed");
	await expectAxeClean(page, "a signed assessment");

	// A later change first says what it does, and then does it.
	await openQuestion(page, product.url, id, named("visitor-badge"));
	await expect(page.getByText("A change makes revision 2, and the signatures no longer count.")).toBeVisible();
	await button(page, "Yes").click();
	await expect.poll(async () => (await readAssessment(member, id)).signOffs[0]?.voidedAt ?? null).not.toBeNull();
	expect(await readAssessment(member, id)).toMatchObject({ revision: 2, state: "under-way" });

	await page.setViewportSize({ width: 360, height: 740 });
	for (const path of ["", "?question=visitor-escort", "?sign"]) {
		await page.goto(`${product.url}/dashboard/assessments/${id}${path}`);
		await whenHydrated(page);
		await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%", "important"));
		await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
		expect(await overflow(page), path).toBeLessThanOrEqual(0);
	}
});

test("what is dictated becomes the note, and a refused microphone says what to do and leaves the voice note", async ({
	browser,
	product,
}) => {
	const context = await browser.newContext(PHONE);
	const page = await context.newPage();
	// Chromium’s speech recognition needs its maker’s server, so a stand-in listens.
	await page.addInitScript(() => {
		class Heard {
			static last: Heard | null = null;
			onresult: ((event: object) => void) | null = null;
			onerror: ((event: object) => void) | null = null;
			onend: (() => void) | null = null;
			start() {
				Heard.last = this;
			}
			stop() {
				this.onend?.();
			}
			abort() {
				this.onend?.();
			}
		}
		for (const name of ["SpeechRecognition", "webkitSpeechRecognition"]) {
			Object.defineProperty(window, name, { configurable: true, value: Heard });
		}
	});
	const hear = (results: { isFinal: boolean; 0: { transcript: string } }[], resultIndex = 0) =>
		page.evaluate(
			(event) => {
				const { last } = Reflect.get(window, "SpeechRecognition");
				last.onresult({ resultIndex: event.resultIndex, results: event.results });
			},
			{ results, resultIndex },
		);
	const account = await signIn(page, product);
	const member = memberOf(product, account);
	const id = await beginVisit(member);
	await openQuestion(page, product.url, id);

	await button(page, "Dictate").tap();
	await expect(page.getByRole("status").filter({ hasText: "Listening" })).toBeVisible();
	await hear([{ isFinal: false, 0: { transcript: "the side" } }]);
	await hear([{ isFinal: true, 0: { transcript: " The side door was open. " } }]);
	await hear(
		[
			{ isFinal: true, 0: { transcript: "The side door was open." } },
			{ isFinal: true, 0: { transcript: "A guard came." } },
		],
		1,
	);
	await button(page, "Stop").tap();
	await expect(page.getByRole("textbox", { name: "Note" })).toHaveValue("The side door was open. A guard came.");
	await button(page, "No").tap();
	await expect
		.poll(async () => (await readAssessment(member, id)).words[0]?.answer)
		.toMatchObject({
			value: { type: "choice", choice: "no" },
			note: "The side door was open. A guard came.",
		});

	await openQuestion(page, product.url, id);
	await button(page, "Dictate").tap();
	await page.evaluate(() => {
		const { last } = Reflect.get(window, "SpeechRecognition");
		last.onerror({ error: "not-allowed" });
		last.onend();
	});
	await expect(page.getByRole("alert")).toHaveText(/^This page may not use the microphone\. Allow it /);
	await expect(button(page, "Dictate")).toHaveCount(0);
	await context.close();
});

test("a swipe to the right opens the list of sections; one from the edge, a short one and one downward do not", async ({
	browser,
	product,
}) => {
	const context = await browser.newContext(PHONE);
	const page = await context.newPage();
	const account = await signIn(page, product);
	const id = await beginVisit(memberOf(product, account));
	await openQuestion(page, product.url, id);
	const session = await context.newCDPSession(page);
	type Point = readonly [x: number, y: number];
	async function swipe([x, y]: Point, [toX, toY]: Point): Promise<void> {
		await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
		await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: toX, y: toY }] });
		await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
	}
	const list = page.getByRole("dialog", { name: "Sections" });
	await swipe([8, 300], [200, 300]);
	await swipe([100, 300], [140, 300]);
	await swipe([100, 200], [200, 420]);
	await expect(list).toHaveCount(0);
	await swipe([100, 300], [260, 310]);
	await expect(list).toBeVisible();
	await context.close();
});

test("a photo of 60 megapixels is saved in the size that is enough to read a label", async ({ browser, product }) => {
	const context = await browser.newContext(PHONE);
	const page = await context.newPage();
	const account = await signIn(page, product);
	const member = memberOf(product, account);
	const id = await beginVisit(member);
	await openQuestion(page, product.url, id, named("network-cabinet-photo"));
	const choosing = page.waitForEvent("filechooser");
	await page.getByText("Photo", { exact: true }).tap();
	await (await choosing).setFiles(asFile("cabinet.jpg", "image/jpeg", await widePhoto(page, [9_000, 6_700])));
	await button(page, "Keep it").tap();
	await expect.poll(async () => (await readAssessment(member, id)).words.length).toBe(1);
	const [evidenceId = ""] = (await readAssessment(member, id)).words[0]?.answer.evidence ?? [];
	await expect
		.poll(async () => (await member.call("readEvidence", { params: { evidenceId } })).status, "the photo arrives")
		.toBe(200);
	const { files } = await (await member.call("readEvidence", { params: { evidenceId } })).json();
	expect(files).toMatchObject([{ name: "cabinet.jpg", type: "image/jpeg" }]);
	const read = await member.call("readEvidenceFile", { params: { evidenceId, sha256: files[0].sha256 } });
	const size = await page.evaluate(
		async (bytes) => {
			const { width, height } = await createImageBitmap(new Blob([new Uint8Array(bytes)], { type: "image/jpeg" }));
			return [width, height];
		},
		[...Buffer.from(await read.arrayBuffer())],
	);
	expect(size).toEqual([2_560, 1_906]);
	await context.close();
});

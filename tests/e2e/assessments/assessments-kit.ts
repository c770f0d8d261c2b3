import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { AnswerValue } from "#contract/assessments/answers.ts";
import { type AssessmentDetail, assessmentDetail } from "#contract/assessments/assessments.ts";
import { choicesOf, type Question, questionsOf, type Template } from "#contract/assessments/template.ts";
import { TEMPLATES } from "#contract/assessments/templates.ts";
import type { TestMember } from "../../support/server/people.ts";
import { asFile, pictureOf } from "../evidence/evidence-kit.ts";
import { expect } from "../kit.ts";

/** A phone in one hand. */
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true } as const;

const found = TEMPLATES.find(({ id }) => id === "site-visit");
if (!found) throw new Error("There is no visit among the templates.");
export const VISIT: Template = found;

/** A person's taps. */
export class Taps {
	count = 0;

	async on(locator: Locator): Promise<void> {
		await locator.tap();
		this.count += 1;
	}

	/** How many taps it takes. */
	async during(work: () => Promise<void>): Promise<number> {
		const before = this.count;
		await work();
		return this.count - before;
	}
}

export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

export const heading = (page: Page, { text }: Pick<Question, "text">) =>
	page.getByRole("heading", { level: 1, name: text, exact: true });

export async function startVisit(page: Page): Promise<string> {
	await page.getByRole("button", { name: "Start an assessment" }).click();
	await page.getByRole("radio", { name: /^Site visit/ }).check();
	await button(page, "Start").click();
	await expect(heading(page, questionsOf(VISIT)[0] ?? { text: "" })).toBeVisible();
	const id = new URL(page.url()).pathname.split("/").at(-1);
	if (!id) throw new Error("The address names no assessment.");
	return id;
}

let hue = 0;
/** Takes a photo, and keeps it. */
export async function takePhoto(page: Page, taps: Taps): Promise<void> {
	const choosing = page.waitForEvent("filechooser");
	await taps.on(page.getByText("Photo", { exact: true }));
	hue += 1;
	await (await choosing).setFiles(asFile(`door-${hue}.png`, "image/png", pictureOf(640, 480, hue)));
	await taps.on(button(page, "Keep it"));
	await expect(button(page, "Keep it")).toHaveCount(0);
}

/** The answer that these tests give to a question. */
export function valueFor(question: Question): AnswerValue {
	switch (question.type) {
		case "choice":
			return { type: "choice", choice: choicesOf(question)[0]?.id ?? "" };
		case "several":
			return { type: "several", choices: [question.choices[0]?.id ?? ""] };
		case "text":
			return { type: "text", text: `About ${question.id}` };
		case "number":
			return { type: "number", number: 3 };
		case "date":
			return { type: "date", date: "2026-11-20" };
		case "photo":
			return { type: "photo" };
		case "asset-tag":
			return { type: "asset-tag", tag: "SRV-7" };
		default:
			return { type: "not-seen" };
	}
}

/** Answers the question on the screen, which then shows the next one. */
export async function answer(page: Page, taps: Taps, question: Question): Promise<void> {
	const value = valueFor(question);
	switch (value.type) {
		case "choice": {
			const choice = question.type === "choice" && choicesOf(question).find(({ id }) => id === value.choice);
			return taps.on(button(page, choice ? choice.label : ""));
		}
		case "photo":
			return takePhoto(page, taps);
		case "several":
			await taps.on(page.getByRole("checkbox").first());
			break;
		case "text":
			await page.getByRole("textbox", { name: "Answer" }).fill(value.text);
			break;
		case "number":
			await page.getByRole("textbox", { name: /^Number/ }).fill(String(value.number));
			break;
		case "date":
			await page.getByLabel("Day").fill(value.date);
			break;
		case "asset-tag":
			await page.getByRole("textbox", { name: "Asset tag" }).fill(value.tag);
			break;
		default:
			return taps.on(button(page, "Not seen"));
	}
	await taps.on(page.getByRole("button", { name: /^(Next|Finish)$/ }));
}

export async function readAssessment(member: TestMember, id: string): Promise<AssessmentDetail> {
	const read = await member.call("readAssessment", { params: { assessmentId: id } });
	if (!read.ok) throw new Error(`readAssessment: ${read.status} ${await read.text()}`);
	return assessmentDetail.parse(await read.json());
}

/** Starts a visit through the API. */
export async function beginVisit(member: TestMember, headers: Record<string, string> = {}): Promise<string> {
	const id = randomUUID();
	const begun = await member.call("beginAssessment", {
		body: {
			id,
			template: { id: VISIT.id, version: VISIT.version },
			title: "Visit to the Lagos office",
			subject: "Lagos office",
			saidAt: new Date().toISOString(),
		},
		headers,
	});
	if (!begun.ok) throw new Error(`beginAssessment: ${begun.status} ${await begun.text()}`);
	return id;
}

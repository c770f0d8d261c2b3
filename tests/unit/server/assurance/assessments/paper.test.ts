import { expect, test } from "vitest";
import { type Answer, type AnswerValue, type AnswerWord, wordId } from "#contract/assessments/answers.ts";
import { assessmentId, type Proposal } from "#contract/assessments/assessments.ts";
import { standingsOf } from "#contract/assessments/progress.ts";
import { questionId } from "#contract/assessments/template.ts";
import { evidenceId } from "#contract/evidence/evidence-id.ts";
import { accountId } from "#contract/ids.ts";
import { assessmentDocument } from "#server/assurance/assessments/paper/assessment-document.ts";
import type { PaperData } from "#server/assurance/assessments/paper/paper-data.ts";
import { paperPdf } from "#server/assurance/frameworks/paper.ts";
import { readPicture } from "#server/platform/files/pictures/logo.ts";
import { SMALL } from "#tests/support/assessments/small-template.ts";
import { makePng } from "#tests/support/reports/make-png.ts";
import { readPdf } from "#tests/support/reports/read-pdf.ts";
import { HOSTILE, WHOSE } from "../frameworks/papers.ts";

const GOLDEN = new URL("../../../../fixtures/assessments/", import.meta.url);
const id = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`;
const PHOTO = evidenceId.parse(id(90));
const SIGNATURE = evidenceId.parse(id(91));

let n = 0;
const said = (
	question: string,
	value: AnswerValue | string,
	more: Partial<Answer & { by: string }> = {},
): AnswerWord => {
	n += 1;
	const { note = "", evidence = [], by = "Ada Lovelace", source } = more;
	return {
		id: wordId.parse(id(n)),
		questionId: questionId.parse(question),
		answer: {
			value: typeof value === "string" ? { type: "choice", choice: value } : value,
			note,
			evidence,
			...(source && { source }),
		},
		after: [],
		by: { accountId: null, name: by },
		saidAt: new Date(Date.UTC(2026, 10, 20, 9, n)).toISOString(),
		receivedAt: null,
	};
};

const OBSERVED: Proposal = {
	questionId: questionId.parse("backup"),
	answer: {
		value: { type: "choice", choice: "no" },
		note: "",
		evidence: [],
		source: { from: "observation", text: "No backup was seen.", at: "2026-11-19T00:00:00.000Z" },
	},
	label: "Nmap EOL scan of mail.example.com",
};

function sample(more: Partial<PaperData> = {}): PaperData {
	const read = readPicture(
		{ type: "image/png", bytes: makePng({ width: 60, height: 40, pixel: (x) => [x * 4, 20, 20, 255] }) },
		{ width: 150, height: 112 },
	);
	if (!read.ok) throw new Error(read.because);
	return {
		whose: WHOSE,
		assessment: {
			id: assessmentId.parse(id(99)),
			title: `Visit ${HOSTILE}`,
			subject: "The Lagos office",
			startedAt: "2026-11-20T08:00:00.000Z",
			startedBy: { accountId: accountId.parse(id(98)), name: "Ada Lovelace" },
		},
		template: SMALL,
		standings: standingsOf([
			said("door", "partly", { note: "It sticks.\nTwice.", evidence: [PHOTO] }),
			said("lock", "yes"),
			said("who", { type: "text", text: "Ada" }),
			said("who", { type: "text", text: HOSTILE }, { by: "Ben" }),
			said("days", { type: "several", choices: ["mon", "tue"] }),
			said("keys", { type: "number", number: 1_200 }),
			said("where", { type: "place", place: { latitude: 6.45407, longitude: 3.39467, accuracy: 12 } }),
			said("backup", "yes", { source: { from: "before", at: "2025-11-20T08:00:00.000Z" } }),
		]),
		observed: [OBSERVED],
		revision: 2,
		sha256: "ab".repeat(32),
		signOffs: [
			{
				signers: [
					{ name: "Ngozi Ade", role: "Head of IT, Acme Bank", email: "ngozi@example.org", signature: SIGNATURE },
					{ name: "Ada", role: "Consultant", signature: evidenceId.parse(id(92)) },
				],
				place: { latitude: 6.45407, longitude: 3.39467, accuracy: 12 },
				saidAt: "2026-11-20T10:00:00.000Z",
			},
		],
		files: new Map([
			[
				PHOTO,
				[
					{ name: "door.jpg", picture: read.logo },
					{ name: "plan.pdf", picture: null },
				],
			],
			[SIGNATURE, [{ name: "signature.png", picture: read.logo }]],
		]),
		...more,
	};
}
const pdfOf = (data: PaperData) => paperPdf(data.whose, assessmentDocument(data));

test.each([
	["signed", {}],
	["as it stands", { signOffs: [], files: new Map() }],
])("an assessment that is %s says what it said before, word for word", async (name, more) => {
	const { marked, objects } = readPdf(await pdfOf(sample(more)));
	const lines = marked.map(([tag, text]) => `${tag}\t${text}\n`).join("");
	await expect(lines).toMatchFileSnapshot(new URL(`${name.replaceAll(" ", "-")}.pdf.txt`, GOLDEN).pathname);
	// A signer's address is for nobody else.
	expect(lines).not.toContain("ngozi@example.org");
	expect(objects.includes("/Alt (Does the door close?)")).toBe(name === "signed");
});

test("the same data gives the same bytes", async () => {
	n = 0;
	const first = await pdfOf(sample());
	n = 0;
	expect((await pdfOf(sample())).equals(first)).toBe(true);
});

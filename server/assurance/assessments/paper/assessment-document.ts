import { wordsIn } from "#contract/assessments/answers.ts";
import { contradictionsOf } from "#contract/assessments/contradictions.ts";
import { askedOf, type Progress, progressOf, standingIn } from "#contract/assessments/progress.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import type { Question, Section } from "#contract/assessments/template.ts";
import { placeText } from "#contract/evidence/place-text.ts";
import { counted } from "#contract/format/count.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import type { Block, DocumentSection, ReportDocument } from "#server/platform/paper/document/document.ts";
import { otherClient } from "#server/platform/paper/letterhead.ts";
import { site } from "#src/config/site.ts";
import { subjectOf } from "../../frameworks/paper.ts";
import { nameWithClient } from "../../reports/report-name.ts";
import { answerBlocks, picturesOf } from "./answer-blocks.ts";
import type { PaperData } from "./paper-data.ts";

/** An assessment as a document: what was asked and answered, what is missing, and who signed it. */
export function assessmentDocument(data: PaperData): ReportDocument {
	const { whose, assessment, template, revision, signOffs } = data;
	const other = otherClient(whose.client);
	const name = whose.workspace.name.trim() || site.name;
	const asked = askedOf(template, data.standings);
	const progress = progressOf(asked, data.standings);
	const isSigned = signOffs.length > 0;
	return {
		kind: template.title,
		title: assessment.title,
		name: nameWithClient(`${assessment.title}, revision ${revision}`, other),
		meta: [
			[other === null ? "Organization" : "Prepared by", name],
			...(assessment.subject === "" ? [] : [["About", assessment.subject] as [string, string]]),
			["Template", `${template.id}, version ${template.version}`],
			["Begun", `${dayText(assessment.startedAt, "utc")}, ${assessment.startedBy.name}`],
			["Revision", isSigned ? `${revision}, signed` : `${revision}, not signed`],
			["Created", timeText(whose.generatedAt, "utc")],
		],
		description: `${assessment.title}: ${template.title} for ${assessment.subject || subjectOf(whose)}, revision ${revision}.`,
		generatedAt: whose.generatedAt,
		author: name,
		sections: [
			{ id: "result", heading: "In short", blocks: shortBlocks(progress) },
			...listSections(data, progress),
			...template.sections.flatMap((section) => sectionOf(data, section, asked)),
			...(isSigned ? [signatureSection(data)] : []),
			{ id: "limits", heading: "What this is, and what it is not", blocks: [limits(data)] },
		],
	};
}

function shortBlocks({ answered, asked, differing, percent, gaps, missing }: Progress): Block[] {
	return [
		{
			type: "facts",
			items: [
				["Answered", `${answered} of ${asked}`],
				["Met", percent === null ? "Nothing that can be met was answered" : `${percent} %`],
				["Gaps", String(gaps.length)],
				["Missing", String(missing.length)],
			],
		},
		...(differing > 0
			? [
					{
						type: "note" as const,
						title: "People answered differently",
						lines: [
							`${counted(differing, "question")} ${differing === 1 ? "has" : "have"} different answers. All of them are below; none was picked yet.`,
						],
					},
				]
			: []),
	];
}

/** Gaps, answers that scans contradict, and what is missing: each only if there is something. */
function listSections({ template, standings, observed }: PaperData, { gaps, missing }: Progress): DocumentSection[] {
	const contradictions = contradictionsOf(template, standings, observed);
	const answerOf = (question: Question): string =>
		wordsIn(standingIn(standings, question.id))
			.map(({ answer: { value, note, evidence } }) =>
				[shownAnswer(question, { value, evidence }), note].filter((text) => text !== "").join(". "),
			)
			.join(" / ");
	const section = (id: string, heading: string, items: string[]): DocumentSection[] =>
		items.length === 0 ? [] : [{ id, heading, blocks: [{ type: "list", items }] }];
	return [
		...section(
			"gaps",
			"Gaps",
			gaps.map(({ question }) => `${question.text} ${answerOf(question)}`),
		),
		...section(
			"contradictions",
			"Answers that scans speak against",
			contradictions.map(({ question, proposal: { answer, label } }) => {
				const seen = answer.source.from === "observation" ? answer.source.text : "";
				return `${question.text} Answered: ${answerOf(question)}. Observed: ${seen} (${label}, ${dayText(answer.source.at, "utc")})`;
			}),
		),
		...section(
			"missing",
			"Missing",
			missing.map(({ question, why }) => `${question.text} (${WHY_MISSING[why]})`),
		),
	];
}

const WHY_MISSING = { answer: "not answered", pick: "two answers", more: "a photo or a note is missing" } as const;

function sectionOf(data: PaperData, { id, title, questions }: Section, asked: readonly Question[]): DocumentSection[] {
	const own = questions.filter((question) => asked.includes(question));
	if (own.length === 0) return [];
	return [{ id: `part-${id}`, heading: title, blocks: own.flatMap((question) => answerBlocks(data, question)) }];
}

function signatureSection({ signOffs, revision, sha256, files }: PaperData): DocumentSection {
	return {
		id: "signatures",
		heading: "Signatures",
		blocks: [
			...signOffs.flatMap(({ signers, place, saidAt }): Block[] => [
				...signers.flatMap(({ name, role, signature }): Block[] => {
					const pictures = picturesOf(files, [signature], `Signature of ${name}`, [name, role]);
					return pictures
						? [pictures]
						: [
								{
									type: "paragraph",
									text: `${name}, ${role}. The picture of the signature has not arrived, or was deleted.`,
								},
							];
				}),
				{
					type: "paragraph",
					tone: "quiet",
					text: `Signed on ${timeText(saidAt, "utc")}${place ? `, at ${placeText(place)}` : ""}.`,
				},
			]),
			{ type: "paragraph", text: `Revision ${revision}. SHA-256 of the answers:` },
			{ type: "paragraph", text: sha256 },
		],
	};
}

const limits = ({ signOffs, template }: PaperData): Block => ({
	type: "list",
	items: [
		"It says what people answered and what they showed. It is not an audit, a certificate or legal advice.",
		...(signOffs.length > 0
			? [
					"The signatures belong to the answers of this revision: to the questions that were asked, their words, and what was answered. The SHA-256 is that of these as JSON. If an answer changes, there is a new revision, and these signatures do not belong to it.",
				]
			: ["Nobody has signed this revision. Its answers can still change."]),
		`Source of the questions: ${template.source.title}, compared on ${dayText(template.asOf, "utc")}.`,
	],
});

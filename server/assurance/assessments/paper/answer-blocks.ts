import { type AnswerWord, speakerText, wordsIn } from "#contract/assessments/answers.ts";
import { missingOf, standingIn } from "#contract/assessments/progress.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import type { Question } from "#contract/assessments/template.ts";
import { counted } from "#contract/format/count.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import type { Block } from "#server/platform/paper/document/document.ts";
import type { PaperData } from "./paper-data.ts";

/** A question with all its current answers. */
export function answerBlocks({ standings, files }: PaperData, question: Question): Block[] {
	const standing = standingIn(standings, question.id);
	const words = wordsIn(standing);
	const more = missingOf(question, standing) === "more";
	return [
		{ type: "heading", text: question.text },
		...(question.provision === ""
			? []
			: [{ type: "paragraph" as const, tone: "quiet" as const, text: question.provision }]),
		...(words.length === 0 ? [{ type: "paragraph" as const, text: "Not answered" }] : []),
		...(words.length > 1
			? [{ type: "paragraph" as const, text: `${counted(words.length, "different answer")}, and none was picked:` }]
			: []),
		...words.flatMap((word) => wordBlocks(files, question, word)),
		...(more ? [{ type: "paragraph" as const, tone: "quiet" as const, text: "A photo or a note is missing." }] : []),
	];
}

function wordBlocks(files: PaperData["files"], question: Question, { answer, by, saidAt }: AnswerWord): Block[] {
	const shown = shownAnswer(question, answer) || "No answer";
	const pictures = picturesOf(files, answer.evidence, question.text, []);
	const named = answer.evidence.flatMap((id) => files.get(id) ?? []).filter(({ picture }) => picture === null);
	const { source } = answer;
	const from =
		source === undefined
			? ""
			: source.from === "observation"
				? ` Confirmed what scans observed on ${dayText(source.at, "utc")}: ${source.text}`
				: ` Confirmed what was answered on ${dayText(source.at, "utc")}.`;
	return [
		{ type: "paragraph", text: shown },
		...(answer.note === "" ? [] : [{ type: "quote" as const, text: answer.note }]),
		...(pictures ? [pictures] : []),
		...(named.length === 0
			? []
			: [{ type: "paragraph" as const, text: `Files: ${named.map(({ name }) => name).join(", ")}` }]),
		{ type: "paragraph", tone: "quiet", text: `${speakerText(by)}, ${timeText(saidAt, "utc")}.${from}` },
	];
}

/** Thumbnails of some evidence. Null if there are none. `lines`: the caption of each, in place of its name. */
export function picturesOf(
	files: PaperData["files"],
	evidence: readonly string[],
	alt: string,
	lines: string[],
): Block | null {
	const items = evidence
		.flatMap((id) => files.get(id) ?? [])
		.flatMap(({ name, picture }) =>
			picture === null ? [] : [{ picture, alt, lines: lines.length > 0 ? lines : [name] }],
		);
	return items.length === 0 ? null : { type: "pictures", items };
}

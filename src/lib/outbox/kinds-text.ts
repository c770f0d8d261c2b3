import { counted } from "#contract/format/count.ts";
import { evidenceIn } from "#src/lib/evidence/waiting-evidence.ts";
import type { Entry } from "#src/requests/entry.ts";
import type { Kind } from "#src/requests/kinds.ts";

/** What people call the kinds that come after others. */
const NOUNS: Partial<Record<Kind, string>> = {
	answer: "answer",
	"assessment-state": "status change",
	"sign-off": "sign-off",
	"task-change": "change",
	"evidence-link": "link",
	"evidence-decision": "decision",
	"respond-answer": "answer",
	"respond-part": "section",
	sealed: "sealed request",
};

/** Photos are redrawn when they are added; a signature, for example, is not. */
const PHOTOS = ["image/jpeg", "image/webp"];

function fileNoun(type: string): string {
	if (PHOTOS.includes(type)) return "photo";
	if (type.startsWith("image/")) return "picture";
	return type.startsWith("audio/") ? "voice note" : "file";
}

function nounsOf(entry: Entry): string[] {
	const files = evidenceIn(entry)?.files;
	if (files) return files.length === 0 ? ["note"] : files.map(({ type }) => fileNoun(type));
	return [NOUNS[entry.request.kind] ?? "other request"];
}

const AND = new Intl.ListFormat("en", { type: "conjunction" });

/** An answer that was changed is still one answer. */
function withoutEarlierAnswers(entries: readonly Entry[]): Entry[] {
	const questions = new Set<string>();
	return entries.filter(({ request: { kind, body } }) => {
		if (kind !== "answer" && kind !== "respond-answer") return true;
		const question = JSON.stringify(["respondentId" in body ? body.respondentId : body.assessmentId, body.questionId]);
		const isFirst = !questions.has(question);
		questions.add(question);
		return isFirst;
	});
}

/** `44 answers and 6 photos`: how many of each kind, in the order of the first of each; empty if there are none. `isOne`: just one thing. */
export function kindsText(entries: readonly Entry[]): { text: string; isOne: boolean } {
	const counts = new Map<string, number>();
	const nouns = withoutEarlierAnswers(entries).flatMap(nounsOf);
	for (const noun of nouns) counts.set(noun, (counts.get(noun) ?? 0) + 1);
	return { text: AND.format([...counts].map(([noun, count]) => counted(count, noun))), isOne: nouns.length === 1 };
}

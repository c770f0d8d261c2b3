import { sameText } from "./proposal-mark.ts";

/** A question as it was before its file was read again. */
export type Before<Said> = { id: string; section: string; text: string; said: Said };
type Now = { id: string; section: string; text: string };

/**
 * What was said about the questions of a file belongs to the same questions of the next reading: those with the same text, first in the
 * same place, then in the same section, then anywhere, in their order. `lost`: what has no question any more.
 */
export function keepAnswers<Said, Q extends Now>(
	before: readonly Before<Said>[],
	now: readonly Q[],
): { questions: (Q & { said: Said | null })[]; lost: Before<Said>[] } {
	const left = new Set(before);
	const said = new Map<Q, Said>();
	const keys: ((each: Now) => string)[] = [
		({ id, text }) => `${id}\n${sameText(text)}`,
		({ section, text }) => `${sameText(section)}\n${sameText(text)}`,
		({ text }) => sameText(text),
	];
	for (const key of keys) {
		const waiting = Map.groupBy(left, key);
		for (const question of now) {
			if (said.has(question)) continue;
			const found = waiting.get(key(question))?.shift();
			if (!found) continue;
			said.set(question, found.said);
			left.delete(found);
		}
	}
	return { questions: now.map((question) => ({ ...question, said: said.get(question) ?? null })), lost: [...left] };
}

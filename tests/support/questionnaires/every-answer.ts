import type { CellAnswer } from "#server/assurance/questionnaires/file/found.ts";

/** Every question gets an answer. */
export const EVERY_ANSWER = new (class extends Map<string, CellAnswer> {
	override get = () => ({ answer: "Yes.\nDaily.", sources: "Library" });
})();

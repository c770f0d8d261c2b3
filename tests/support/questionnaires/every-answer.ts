import type { Answer } from "#server/assurance/questionnaires/file/found.ts";

/** Whatever is asked is answered. */
export const EVERY_ANSWER = new (class extends Map<string, Answer> {
	override get = () => ({ answer: "Yes.\nDaily.", sources: "Library" });
})();

import { judge, judgeNotTaken, type PolicyDeps } from "../delivery/policy.ts";
import type { HttpAnswer } from "../delivery/post.ts";
import type { Verdict } from "../transition.ts";

export const STORAGE_FULL = "storage_full";
/** Error codes about a file, with the reason to hold the entry that names it. */
const HOLDS: Readonly<Record<string, "file" | "storage">> = { [STORAGE_FULL]: "storage", file_refused: "file" };
const TOO_LARGE = 413;
/** The server doesn't offer uploads, such as one running an earlier release, or another sender is writing this file. */
const NOT_NOW = [404, 405, 409, 423, 501];

type Attempt = Parameters<typeof judge>[1];
/** A file is never delivered or rejected; only its entry is. */
export type FileVerdict = Verdict & { outcome: "retry" | "hold" };

/** The API's error code in an answer; null if there is none. */
export function codeOf(answer: HttpAnswer): string | null {
	if (answer.type !== "answer") return null;
	try {
		const { code }: { code?: unknown } = Object(JSON.parse(answer.text));
		return typeof code === "string" ? code : null;
	} catch {
		return null;
	}
}

/**
 * What an answer that stops a file's upload means for its entry.
 *
 * | answer | verdict |
 * |---|---|
 * | code `file_refused`, or 413 | hold(file) |
 * | code `storage_full` | hold(storage) |
 * | anything that holds or retries an entry (delivery/policy.ts) | the same |
 * | 404, 405, 409, 423, 501 without such a code, 2xx that isn't a tus answer | retry: the server isn't taking it right now |
 * | any other 4xx | hold(file): the entry may be fine, and a person can send it without the file |
 */
export function judgeFile(answer: HttpAnswer, attempt: Attempt, deps: PolicyDeps): FileVerdict {
	const reason = HOLDS[codeOf(answer) ?? ""] ?? (answer.type === "answer" && answer.status === TOO_LARGE && "file");
	const verdict = judge(answer, attempt, deps);
	if (reason && verdict.outcome !== "delivered") return { outcome: "hold", reason, error: verdict.error };
	if (verdict.outcome === "retry" || verdict.outcome === "hold") return verdict;
	if (verdict.outcome === "delivered" || NOT_NOW.includes(verdict.error.status ?? 0))
		return judgeNotTaken(answer, attempt, deps);
	return { outcome: "hold", reason: "file", error: verdict.error };
}

/** The bytes are no longer on this device. */
export const lostFile = (at: number): FileVerdict => ({
	outcome: "hold",
	reason: "file",
	error: { at, status: null, code: null, message: "This device does not have the file any more." },
});

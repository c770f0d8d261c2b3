import type { Exchange, ProbedFile, RawBody } from "../../evidence.ts";
import { decodeBody } from "./decode-body.ts";

/** Paths to request, and the text that proves the file is really there: some sites answer 200 to everything. */
const FILES: Readonly<Record<string, (text: string) => string | undefined>> = {
	"/.git/HEAD": (text) =>
		/^(?:ref: refs\/\S+|[0-9a-f]{40})\s*$/.test(text) ? "the form of a Git reference" : undefined,
	"/.env": matchEnvironment,
	"/.well-known/security.txt": (text) => (/^contact:/im.test(text) ? "a Contact field" : undefined),
};

export const PROBED_PATHS: readonly string[] = Object.keys(FILES);

/** Checks the answer to one of these paths. Never returns any of the text itself. Pure. */
export function matchFile(
	path: string,
	{ status, headers }: Pick<Exchange, "status" | "headers">,
	raw: RawBody,
	limit: number,
): ProbedFile {
	const body = decodeBody(raw, headers, limit);
	const text = body.status === "unread" ? "" : body.text;
	const matched = status === 200 ? FILES[path]?.(text) : undefined;
	return { path, status, length: Buffer.byteLength(text), matched };
}

function matchEnvironment(text: string): string | undefined {
	if (/<[a-z!]/i.test(text)) return undefined;
	const lines = text.split(/\r?\n/).filter((line) => /^(?:export\s+)?[A-Z][A-Z0-9_]*\s*=/.test(line));
	return lines.length > 0
		? `${lines.length} ${lines.length === 1 ? "line" : "lines"} of the form NAME=value`
		: undefined;
}

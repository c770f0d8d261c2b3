import type { Endpoint, Gathered, ProbedFile } from "../evidence.ts";
import { urlOf } from "./address.ts";
import { explain } from "./failure.ts";
import { request } from "./request.ts";
import type { Session } from "./session.ts";

const MAX_BYTES = 4_096;

/** Paths to ask for, and what in an answer's text shows that the file is there: a site may answer 200 to everything. */
const FILES: [path: string, matches: (text: string) => string | undefined][] = [
	[
		"/.git/HEAD",
		(text) => (/^(?:ref: refs\/\S+|[0-9a-f]{40})\s*$/.test(text) ? "the form of a Git reference" : undefined),
	],
	["/.env", matchEnvironment],
	["/.well-known/security.txt", (text) => (/^contact:/im.test(text) ? "a Contact field" : undefined)],
];

/** Asks a listed target for files that should not be, or should be, public. What is in them is looked at here and kept nowhere. */
export async function gatherFiles(session: Session, endpoints: readonly Endpoint[]): Promise<Gathered<"files">> {
	const results = await Promise.all(
		endpoints.map(async (endpoint) => {
			const files: ProbedFile[] = [];
			const gaps: string[] = [];
			for (const [path, matches] of FILES) {
				const result = await request(session, endpoint, { method: "GET", path, bodyBytes: MAX_BYTES });
				if (!result.ok) {
					gaps.push(
						`We asked for ${urlOf(endpoint, path)}, but ${explain(result.failure, session.limits.requestMs / 1000)}.`,
					);
					continue;
				}
				const { status, body } = result.exchange;
				const text = body.status === "unread" ? "" : body.text;
				files.push({
					path,
					status,
					length: Buffer.byteLength(text),
					matched: status === 200 ? matches(text) : undefined,
				});
			}
			return { unit: { endpoint, files }, gaps };
		}),
	);
	return { units: results.map(({ unit }) => unit), gaps: results.flatMap(({ gaps }) => gaps) };
}

function matchEnvironment(text: string): string | undefined {
	if (/<[a-z!]/i.test(text)) return undefined;
	const lines = text.split(/\r?\n/).filter((line) => /^(?:export\s+)?[A-Z][A-Z0-9_]*\s*=/.test(line));
	return lines.length > 0
		? `${lines.length} ${lines.length === 1 ? "line" : "lines"} of the form NAME=value`
		: undefined;
}

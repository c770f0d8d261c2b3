import { tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { Endpoint } from "../../../shared/evidence.ts";
import type { Gathered, ProbedFile } from "../../evidence.ts";
import { urlOf } from "../address.ts";
import { explain } from "../failure.ts";
import type { Session } from "../session.ts";
import { PROBED_PATHS } from "./match-file.ts";
import { request } from "./request.ts";

const MAX_BYTES = 4_096;

/** Requests files from a listed target that should not be public, or should. Their contents are not stored. */
export async function gatherFiles(session: Session, endpoints: readonly Endpoint[]): Promise<Gathered<"files">> {
	const results = await Promise.all(
		endpoints.map(async (endpoint) => {
			const files: ProbedFile[] = [];
			const gaps: string[] = [];
			for (const path of PROBED_PATHS) {
				const url = urlOf(endpoint, path);
				const result = await request(session, endpoint, { method: "GET", path, bodyBytes: MAX_BYTES });
				if (!result.ok) {
					gaps.push(`We asked for ${url}, but ${explain(result.failure, session.limits.requestMs / 1000)}.`);
					continue;
				}
				const { exchange, body } = result;
				const read = await session.read("matchFile", path, exchange, body, MAX_BYTES);
				if (read.status === "done") files.push(read.value);
				else gaps.push(`We asked for ${url}, but its answer ${tooMuch(read)}.`);
			}
			return { unit: { endpoint, files }, gaps };
		}),
	);
	return { units: results.map(({ unit }) => unit), gaps: results.flatMap(({ gaps }) => gaps) };
}

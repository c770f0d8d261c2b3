import { tooMuch } from "#server/platform/off-loop/off-loop.ts";
import type { Endpoint } from "../../../shared/evidence.ts";
import type { Gathered, ProbedFile } from "../../evidence.ts";
import { urlOf } from "../address.ts";
import { explain } from "../failure.ts";
import type { Session } from "../session.ts";
import { type Answer, insteadOfPage } from "./answer.ts";
import type { Ended } from "./ends.ts";
import { PROBED_PATHS } from "./match-file.ts";
import { request } from "./request.ts";

/** Of a file that is asked for. */
export const MAX_BYTES = 4_096;

/** Answers of servers that are busy or broken, or of what stands before the site: files are not asked for there. */
const NOT_OF_THE_SITE: readonly Answer["kind"][] = ["bot-wall", "captive-portal", "busy", "server-error"];

/** Where files can be asked for, and why not at the other ends of walks. A site without a page at `/` can have files. */
function whereFilesMayBe(ends: readonly Ended[]): { endpoints: Endpoint[]; gaps: string[] } {
	const isOther = ({ answer }: Ended) => NOT_OF_THE_SITE.includes(answer.kind);
	return {
		endpoints: ends.filter((end) => !isOther(end)).map(({ exchange }) => exchange.endpoint),
		gaps: ends.filter(isOther).flatMap(({ exchange, answer }) => insteadOfPage(exchange, answer) ?? []),
	};
}

/** Requests files from a listed target that should not be public, or should. Their contents are not stored. */
export async function gatherFiles(session: Session, ends: readonly Ended[]): Promise<Gathered<"files">> {
	const where = whereFilesMayBe(ends);
	const results = await Promise.all(
		where.endpoints.map(async (endpoint) => {
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
	return { units: results.map(({ unit }) => unit), gaps: [...where.gaps, ...results.flatMap(({ gaps }) => gaps)] };
}

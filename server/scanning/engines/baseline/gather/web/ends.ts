import type { Exchange, RawBody } from "../../evidence.ts";
import { type Answer, answerOf } from "./answer.ts";
import type { Walked } from "./walk.ts";

/** The last answer of a walk, and whether it is a page of the site. */
export type Ended = { exchange: Exchange; body: RawBody; answer: Answer };

/** Where walks were answered, in their order. */
export const endsOf = (walked: readonly Walked[]): Ended[] =>
	walked.flatMap(({ walk: { end }, body }) =>
		end.status === "answered" && body ? [{ exchange: end.exchange, body, answer: answerOf(end.exchange, body) }] : [],
	);

/** Each address once, https before http of the same host. */
export function httpsFirst(ends: readonly Ended[]): Ended[] {
	const distinct = [...new Map(ends.map((end) => [end.exchange.url, end])).values()];
	return distinct.filter(
		({ exchange: { endpoint } }) =>
			endpoint.scheme === "https" ||
			!distinct.some(
				({ exchange: other }) => other.endpoint.scheme === "https" && other.endpoint.host === endpoint.host,
			),
	);
}

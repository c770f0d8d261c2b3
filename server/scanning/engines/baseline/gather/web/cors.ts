import type { CorsEvidence, Gathered } from "../../evidence.ts";
import { explain } from "../failure.ts";
import type { Session } from "../session.ts";
import { request } from "./request.ts";

/** An origin that nobody can own (RFC 2606): a server that trusts it trusts everyone. */
const FOREIGN_ORIGIN = "https://cross-origin-check.invalid";

/** Requests each page's headers once more, as another site's script would. */
export async function gatherCors(session: Session, pages: Gathered<"headers">): Promise<Gathered<"cors">> {
	const results = await Promise.all(
		pages.units.map(async ({ exchange: { endpoint, url } }): Promise<Gathered<"cors">> => {
			const { pathname, search } = new URL(url);
			const result = await request(session, endpoint, {
				method: "HEAD",
				path: pathname + search,
				headers: { origin: FOREIGN_ORIGIN },
			});
			if (!result.ok) {
				const reason = explain(result.failure, session.limits.requestMs / 1000);
				return { units: [], gaps: [`We asked ${url} as another site would, but ${reason}.`] };
			}
			const unit: CorsEvidence = { exchange: result.exchange, origin: FOREIGN_ORIGIN };
			return { units: [unit], gaps: [] };
		}),
	);
	return {
		units: results.flatMap(({ units }) => units),
		gaps: [...pages.gaps, ...results.flatMap(({ gaps }) => gaps)],
	};
}

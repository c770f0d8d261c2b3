import { waitText } from "#contract/format/duration.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import type { ListedEngine } from "../engines/engine-list.ts";

/** Looking for the tools takes a few seconds after a start. */
const UNKNOWN_SECONDS = 10;
const LEAST_SECONDS = 10;
/** An estimate may be far off, and the tool may be ready sooner. */
const MOST_SECONDS = 120;

/**
 * Why this kind of scan cannot be accepted now; undefined if it can. A state that will change by itself is a 503 with a time to wait, so
 * that an outbox retries; a state that needs a person is a 501, which makes an outbox hold the entry. `scope` tells an outbox that its
 * other entries do not have to wait.
 */
export function refuseEngine({ kind, state }: Pick<ListedEngine, "kind" | "state">, now: Date): Refusal | undefined {
	switch (state.status) {
		case "available":
			return undefined;
		case "unknown":
			return refuse(
				"unavailable",
				"The server has only just started and is still looking for the tool of this scan. Nothing was started. Please try again in a few seconds.",
				{ kind, scope: "entry", retryAfter: UNKNOWN_SECONDS },
			);
		case "installing": {
			const left = Math.ceil((Date.parse(state.readyBy) - now.getTime()) / 1_000);
			const retryAfter = Math.min(Math.max(left, LEAST_SECONDS), MOST_SECONDS);
			return refuse(
				"unavailable",
				`The tool for this scan is being installed. Nothing was started. Please try again in ${waitText(retryAfter)}.`,
				{ kind, scope: "entry", retryAfter },
			);
		}
		case "missing":
		case "off":
			return refuse(
				"engine_unavailable",
				"This kind of scan is not available here, because the server does not have the tool for it. Nothing was started.",
				{ kind },
			);
	}
}

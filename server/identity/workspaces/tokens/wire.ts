import type { Base } from "#server/platform/base.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import { createTokenStore } from "./store/token-store.ts";

/** API tokens, and how often each may call. */
export function wireTokens({ config, pool, walled }: Base) {
	return {
		store: createTokenStore({ pool, walled }),
		async countCall({ id }: { id: string }): Promise<Refusal | undefined> {
			const counter = { what: "token-calls", whom: id, points: config.LIMIT_TOKEN_CALLS, windowSeconds: 60 };
			const taken = await takePoint(pool, counter);
			if (taken.ok) return undefined;
			const { retryAfter } = taken;
			return refuse("rate_limited", "This API token was used too often. Please wait and send it again.", {
				scope: "client",
				retryAfter,
			});
		},
	};
}

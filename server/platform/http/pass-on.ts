import type { FastifyInstance, FastifyRequest } from "fastify";
import { ENTRY_PATHS, type EntryKind } from "#contract/requests/entries.ts";
import { ACCOUNT, CLIENT, IDEMPOTENCY_KEY, WORKSPACE } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";

/** Headers about the outer request as a message, and those that describe a request: each inner one has its own. */
const NOT_PASSED_ON = [
	"connection",
	"content-encoding",
	"content-length",
	"content-type",
	"transfer-encoding",
	"expect",
	IDEMPOTENCY_KEY.toLowerCase(),
	ACCOUNT.toLowerCase(),
	WORKSPACE.toLowerCase(),
	CLIENT.toLowerCase(),
];

/** A request inside another one. Undefined values are left out, as headers may be. */
type Inner = {
	kind: EntryKind;
	key: string | undefined;
	account: string | undefined;
	workspace: string | undefined;
	client: string | undefined;
	body: unknown;
};

/**
 * Sends a request that came inside another one to its own route, from the same sender, as if it had come alone: checks, limits, replays,
 * refusals and failures are the same.
 */
export function passOn(app: FastifyInstance, outer: FastifyRequest, { kind, body, ...said }: Inner) {
	const passedOn = Object.entries(outer.headers).filter(([name]) => !NOT_PASSED_ON.includes(name));
	const own = Object.entries({
		[IDEMPOTENCY_KEY]: said.key,
		[ACCOUNT]: said.account,
		[WORKSPACE]: said.workspace,
		[CLIENT]: said.client,
	}).filter((header): header is [string, string] => header[1] !== undefined);
	return app.inject({
		method: "POST",
		url: API_BASE + ENTRY_PATHS[kind],
		remoteAddress: outer.socket.remoteAddress ?? outer.ip,
		headers: { ...Object.fromEntries(passedOn), "content-type": "application/json", ...Object.fromEntries(own) },
		payload: written(body),
	});
}

function written(body: unknown): string {
	try {
		return JSON.stringify(body ?? null);
	} catch {
		// It nests so deeply that it can be parsed but not written. No call accepts null, so it is refused like any wrong body.
		return "null";
	}
}

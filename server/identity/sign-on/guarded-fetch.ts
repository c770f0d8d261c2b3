import { parseTarget } from "#contract/scans/parse-target.ts";
import { type Exchanged, exchange } from "#server/platform/outgoing/exchange.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";

/** Documents of a provider are a few kilobytes. */
const MAX_BYTES = 262_144;

type Sent = { method: string; headers: Record<string, string>; body?: unknown };

/**
 * A fetch for providers, whose addresses owners type in: it connects to the address that the guard has checked, follows no redirect, and
 * has a limit of time and of size. Without https only if the operator lists the host. Rejects if the answer is not HTTP.
 */
export const createGuardedFetch =
	({ guard, userAgent, limitMs }: { guard: Guard; userAgent: () => string; limitMs: number }) =>
	async (address: string, { method, headers, body }: Sent): Promise<Response> => {
		const url = new URL(address);
		const isHttps = url.protocol === "https:";
		const port = Number(url.port || (isHttps ? 443 : 80));
		const parsed = parseTarget(url.origin);
		if (!parsed.ok) throw new Error(parsed.message);
		const target = { ...parsed.target, port };
		const answer = await guard.check(target, { anyPort: true });
		if (!answer.ok) throw new Error(answer.message);
		const { addresses, listed } = answer.checked;
		if (!isHttps && !listed) throw new Error("Providers are reached by https");
		const sent = typeof body === "string" || body instanceof URLSearchParams ? body.toString() : undefined;
		const got = await exchange(
			{ url, ...addresses[0] },
			{
				method: method === "POST" ? "POST" : "GET",
				headers: { ...headers, "user-agent": userAgent(), connection: "close" },
				...(sent !== undefined && { body: sent }),
				timeoutMs: limitMs,
				maxAnswerBytes: MAX_BYTES,
			},
		);
		return responseOf(got);
	};

/** Those whose answers have no body (Fetch, "null body status"); a Response with both cannot be created. */
const WITHOUT_BODY = [204, 205, 304];

function responseOf(got: Exchanged): Response {
	if (got.status === "failed") throw new Error(`No answer of the provider: ${got.why}`);
	const { code, headers, body } = got;
	if (code < 200 || code > 599) throw new Error(`The provider’s answer has a status that HTTP does not have: ${code}`);
	const type = headers["content-type"] ?? "";
	return new Response(WITHOUT_BODY.includes(code) ? null : body, { status: code, headers: { "content-type": type } });
}

import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { Guard } from "../targets/guard.ts";
import { parseTarget } from "../targets/parse.ts";

/** Documents of a provider are a few kilobytes. */
const MAX_BYTES = 262_144;

type Sent = { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal };

/**
 * A fetch for providers, whose addresses owners type in: it connects to the address that the guard has checked, follows no
 * redirect, and ends at a limit of time and of size. Without https only where the operator lists the host.
 */
export const createGuardedFetch =
	({ guard, userAgent, limitMs }: { guard: Guard; userAgent: () => string; limitMs: number }) =>
	async (address: string, { method, headers, body, signal }: Sent): Promise<Response> => {
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
		const [at] = addresses;
		const sent = typeof body === "string" || body instanceof URLSearchParams ? body.toString() : undefined;
		const send = isHttps ? requestHttps : requestHttp;
		const limit = AbortSignal.timeout(limitMs);
		return new Promise((resolve, reject) => {
			const outgoing = send({
				host: at.address,
				family: at.family,
				port,
				path: url.pathname + url.search,
				method,
				agent: false,
				setHost: false,
				signal: signal ? AbortSignal.any([signal, limit]) : limit,
				headers: {
					...headers,
					host: url.host,
					"user-agent": userAgent(),
					connection: "close",
					...(sent !== undefined && { "content-length": String(Buffer.byteLength(sent)) }),
				},
				servername: isIP(target.host) === 0 ? target.host : "",
			});
			outgoing.once("error", reject);
			outgoing.once("response", async (response) => {
				outgoing.on("error", reject);
				const chunks: Buffer[] = [];
				let length = 0;
				try {
					for await (const chunk of response) {
						length += chunk.length;
						if (length > MAX_BYTES) throw new Error("The provider’s answer is too long");
						chunks.push(chunk);
					}
				} catch (error) {
					outgoing.destroy();
					return reject(error);
				}
				const { statusCode: status = 502, headers } = response;
				const type = headers["content-type"] ?? "";
				const empty = status === 204 || status === 304;
				resolve(new Response(empty ? null : Buffer.concat(chunks), { status, headers: { "content-type": type } }));
			});
			outgoing.end(sent);
		});
	};

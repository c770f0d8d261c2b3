import * as z from "zod/mini";
import { parseJson } from "../../shared/parse-json.ts";
import type { Fault } from "./fault.ts";

type ZapAnswer<T> = { ok: true; value: T } | { ok: false; fault: Fault };

/** The calls of ZAP's API that we make. */
type Call =
	| "core/view/version"
	| "core/action/newSession"
	| "network/action/setDefaultUserAgent"
	| "automation/action/runPlan"
	| "automation/action/stopPlan"
	| "automation/view/planProgress"
	| "spider/view/scans"
	| "pscan/view/recordsToScan"
	| "ascan/view/scans"
	| "autoupdate/view/installedAddons"
	| "stats/action/clearStats"
	| "pscan/view/scanners"
	| "ascan/view/scanners";

export type DaemonApi = {
	/** Makes one call and reads its answer. Never rejects. */
	ask: <T>(
		call: Call,
		params: Record<string, string>,
		schema: z.ZodMiniType<T>,
		limits: { signal?: AbortSignal; timeMs: number },
	) => Promise<ZapAnswer<T>>;
	/** The daemon's message, without our key in case it repeats it. */
	hide: (text: string) => string;
};

const MOST_BYTES = 1_000_000;
const problem = z.object({ code: z.string(), message: z._default(z.string(), "") });

/** ZAP's JSON API at one address. The key goes into a header, so that it is in no log of addresses. */
export function createDaemonApi(url: string, key: string | undefined, fetch: typeof globalThis.fetch): DaemonApi {
	const headers = {
		// A kept-alive connection that ends looks like a refused one.
		connection: "close",
		...(key !== undefined && { "X-ZAP-API-Key": key }),
	};
	const hide = (text: string) => (key === undefined ? text : text.replaceAll(key, "…"));
	return {
		hide,
		async ask(call, params, schema, { signal, timeMs }) {
			const address = new URL(`/JSON/${call}/`, url);
			for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value);
			const limit = AbortSignal.timeout(Math.max(1, timeMs));
			try {
				const response = await fetch(address, {
					headers,
					redirect: "manual",
					signal: signal ? AbortSignal.any([limit, signal]) : limit,
				});
				const text = await readUpTo(response, MOST_BYTES);
				if (text === undefined) return failed({ kind: "too-large" });
				const json = parseJson(text);
				if (response.ok) {
					const read = schema.safeParse(json);
					return read.success ? { ok: true, value: read.data } : failed({ kind: "strange" });
				}
				const said = problem.safeParse(json);
				if (!said.success) return failed({ kind: "strange" });
				const { code, message } = said.data;
				return failed(code === "bad_api_key" ? { kind: "key" } : { kind: "error", code, message: hide(message) });
			} catch (error) {
				return failed({ kind: kindOf(error) });
			}
		},
	};
}

const failed = (fault: Fault) => ({ ok: false, fault }) as const;

/** `fetch` gives the reason only in its error's cause. */
function kindOf(error: unknown): "away" | "closed" | "silent" | "strange" {
	if (!(error instanceof Error)) return "away";
	if (error.name === "TimeoutError" || error.name === "AbortError") return "silent";
	const { cause } = error;
	const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
	if (["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(code)) return "closed";
	return /^HPE_|^UND_ERR_(HEADERS_OVERFLOW|RES)/.test(code) ? "strange" : "away";
}

async function readUpTo(response: Response, mostBytes: number): Promise<string | undefined> {
	if (response.body === null) return "";
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of response.body) {
		size += chunk.length;
		// Leaving the loop ends the connection.
		if (size > mostBytes) return undefined;
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString("utf8");
}

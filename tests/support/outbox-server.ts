import { ACCOUNT, IDEMPOTENCY_KEY } from "#contract/headers.ts";
import { turns } from "./outbox-clock.ts";

/** How far away the server is, in turns of the event loop: requests that can be under way together are. */
const LATENCY = 20;

/** What the server, or the network on the way, does with one request. */
export type Fault =
	| "accept"
	/** Commits, then the connection drops. */
	| "lose-answer"
	/** Commits, and says nothing until the sender gives up. */
	| "hang-after-commit"
	| "hang"
	| "refuse-connection"
	| "portal"
	| { status: number; body?: object; headers?: Record<string, string> };

export type SeenRequest = { url: string; key: string; account: string; body: string; at: number };

const json = (status: number, body: object | undefined, headers: Record<string, string> = {}) =>
	new Response(body && JSON.stringify(body), {
		status,
		headers: { ...(body ? { "content-type": "application/json" } : {}), ...headers },
	});

/**
 * A simple model of the server: one scan per key, for good. `faults` is what happens to the next requests, in order; after
 * them every request is accepted.
 */
export function fakeServer(now: () => number) {
	const scans = new Map<string, { body: string; account: string; scanId: string; acceptedAt: string }>();
	const requests: SeenRequest[] = [];
	const faults: Fault[] = [];
	/** By key, the most senders there ever were at once. */
	const together = new Map<string, number>();
	const underWay = new Map<string, number>();
	let most = 0;

	function commit(request: SeenRequest) {
		const known = scans.get(request.key);
		if (known) return known;
		const scan = {
			body: request.body,
			account: request.account,
			scanId: crypto.randomUUID(),
			acceptedAt: new Date(now()).toISOString(),
		};
		scans.set(request.key, scan);
		return scan;
	}

	function accept(request: SeenRequest): Response {
		const scan = commit(request);
		if (scan.body !== request.body) return json(422, { code: "idempotency_mismatch", message: "Another body." });
		return json(202, { receipt: { key: request.key, scanId: scan.scanId, acceptedAt: scan.acceptedAt } });
	}

	/** Counts a sender in; what it returns counts it out, once. */
	function enter(key: string): () => void {
		const senders = (underWay.get(key) ?? 0) + 1;
		underWay.set(key, senders);
		together.set(key, Math.max(together.get(key) ?? 0, senders));
		most = Math.max(
			most,
			[...underWay.values()].reduce((sum, one) => sum + one, 0),
		);
		let left = false;
		return () => {
			if (!left) underWay.set(key, (underWay.get(key) ?? 1) - 1);
			left = true;
		};
	}

	async function answer(request: SeenRequest, fault: Fault, signal: AbortSignal): Promise<Response> {
		const silence = () =>
			new Promise<never>((_, reject) => {
				signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
			});
		if (typeof fault === "object") return json(fault.status, fault.body, fault.headers);
		switch (fault) {
			case "accept":
				return accept(request);
			case "lose-answer":
				commit(request);
				throw new TypeError("Failed to fetch");
			case "hang-after-commit":
				commit(request);
				return silence();
			case "hang":
				return silence();
			case "refuse-connection":
				throw new TypeError("Failed to fetch");
			case "portal":
				return new Response("<html>Welcome to the hotel", { headers: { "content-type": "text/html" } });
		}
	}

	return {
		scans,
		requests,
		faults,
		together,
		/** The most senders there ever were at once, over all keys. */
		width: () => most,

		async fetch(url: string, init: RequestInit): Promise<Response> {
			const headers = new Headers(init.headers);
			const key = headers.get(IDEMPOTENCY_KEY) ?? "";
			const request = { url, key, account: headers.get(ACCOUNT) ?? "", body: String(init.body), at: now() };
			requests.push(request);
			const signal = init.signal ?? new AbortController().signal;
			const leave = enter(key);
			// A sender that gave up, or died, is not a sender any more, whatever the server goes on to do.
			signal.addEventListener("abort", leave);
			try {
				await turns(LATENCY);
				return await answer(request, faults.shift() ?? "accept", signal);
			} finally {
				leave();
			}
		},
	};
}

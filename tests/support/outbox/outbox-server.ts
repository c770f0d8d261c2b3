import { ACCOUNT, CLIENT, IDEMPOTENCY_KEY, WORKSPACE } from "#contract/requests/headers.ts";
import type { OutboxBatch } from "#contract/requests/outbox.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { turns } from "./outbox-clock.ts";

/** How far away the server is, in turns of the event loop: far enough that requests overlap if they can. */
const LATENCY = 20;

/** What the server, or the network on the way, does with one request. */
export type Fault =
	| "accept"
	/** Commits, then the connection drops. */
	| "lose-answer"
	/** Commits, and does not answer until the sender gives up. */
	| "hang-after-commit"
	| "hang"
	| "refuse-connection"
	| "portal"
	/** Half of a batch commits, then the connection drops. */
	| "cut-half-way"
	/** A batch is refused as a whole with 413, or as if there were no such call; single requests get through. */
	| "batch-too-large"
	| "batch-not-offered"
	/** Entries of a batch, in order; further ones are accepted. */
	| { each: EntryFault[] }
	| Refusal;

type EntryFault = "accept" | "leave-out" | "commit-and-leave-out" | Refusal;

type Refusal = { status: number; body?: object; headers?: Record<string, string> };

/**
 * Which code the server runs. Before workspaces, a batch was refused as a whole if an entry had a key that the server did not know,
 * and the headers of a single request that it did not know were ignored. Before batches, there was no such call.
 */
export type Release = "today" | "before-workspaces" | "before-batches";

const KEYS_BEFORE_WORKSPACES = ["key", "kind", "account", "body"];

/** One entry as the server understood it, alone or in a batch. `workspace` and `client` are null if it names none. */
export type SeenRequest = {
	url: string;
	key: string;
	account: string;
	workspace: string | null;
	client: string | null;
	body: string;
	at: number;
};

const json = (status: number, body: object | undefined, headers: Record<string, string> = {}) =>
	new Response(body && JSON.stringify(body), {
		status,
		headers: { ...(body ? { "content-type": "application/json" } : {}), ...headers },
	});

/** Different labels do not make it a different request. */
function comparedOf({ workspace, client, body }: Pick<SeenRequest, "workspace" | "client" | "body">): string {
	const { client: _c, note: _n, ...compared } = JSON.parse(body);
	return JSON.stringify([workspace, client, compared]);
}

/**
 * A simple model of the server: one scan per key, permanently. `faults` is what happens to the next requests, in order; after them every
 * request is accepted.
 */
export function fakeServer(now: () => number, initial: Release) {
	const scans = new Map<string, SeenRequest & { scanId: string; acceptedAt: string }>();
	const requests: SeenRequest[] = [];
	/** What was posted, by the keys in it. */
	const posts: { isBatch: boolean; keys: string[] }[] = [];
	const faults: Fault[] = [];
	/** By key, the most simultaneous senders. */
	const together = new Map<string, number>();
	const underWay = new Map<string, number>();
	let postsUnderWay = 0;
	let most = 0;

	function commit(request: SeenRequest) {
		const known = scans.get(request.key);
		if (known) return known;
		const scan = {
			...request,
			scanId: crypto.randomUUID(),
			acceptedAt: new Date(now()).toISOString(),
		};
		scans.set(request.key, scan);
		return scan;
	}

	function accept(request: SeenRequest): { status: number; body: object } {
		const scan = commit(request);
		if (comparedOf(scan) !== comparedOf(request))
			return { status: 422, body: { code: "idempotency_mismatch", message: "Another body." } };
		const receipt = { key: request.key, scanId: scan.scanId, acceptedAt: scan.acceptedAt };
		return { status: 202, body: { receipt } };
	}

	/** Counts a sender in; the function it returns counts it out, once. */
	function enter(keys: string[]): () => void {
		for (const key of keys) {
			const senders = (underWay.get(key) ?? 0) + 1;
			underWay.set(key, senders);
			together.set(key, Math.max(together.get(key) ?? 0, senders));
		}
		most = Math.max(most, ++postsUnderWay);
		let left = false;
		return () => {
			if (left) return;
			left = true;
			postsUnderWay--;
			for (const key of keys) underWay.set(key, (underWay.get(key) ?? 1) - 1);
		};
	}

	function answerEach(entries: SeenRequest[], isBatch: boolean, each: EntryFault[]): Response {
		const answers = entries.flatMap((entry, index) => {
			const fault = each[index] ?? "accept";
			if (fault === "leave-out") return [];
			const { status, body } = typeof fault === "object" ? fault : accept(entry);
			return fault === "commit-and-leave-out" ? [] : [{ key: entry.key, status, body: body ?? null }];
		});
		if (isBatch) return json(200, { answers });
		const [alone] = answers;
		if (!alone) throw new TypeError("Failed to fetch");
		return json(alone.status, alone.body ?? undefined);
	}

	async function answer(
		entries: SeenRequest[],
		isBatch: boolean,
		fault: Fault,
		signal: AbortSignal,
	): Promise<Response> {
		const silence = () =>
			new Promise<never>((_, reject) => {
				signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
			});
		if (typeof fault === "object") {
			return "each" in fault ? answerEach(entries, isBatch, fault.each) : json(fault.status, fault.body, fault.headers);
		}
		switch (fault) {
			case "accept":
				return answerEach(entries, isBatch, []);
			case "lose-answer":
				for (const entry of entries) commit(entry);
				throw new TypeError("Failed to fetch");
			case "cut-half-way":
				for (const entry of entries.slice(0, Math.ceil(entries.length / 2))) commit(entry);
				throw new TypeError("Failed to fetch");
			case "hang-after-commit":
				for (const entry of entries) commit(entry);
				return silence();
			case "hang":
				return silence();
			case "refuse-connection":
				throw new TypeError("Failed to fetch");
			case "portal":
				return new Response("<html>Welcome to the hotel", { headers: { "content-type": "text/html" } });
			case "batch-too-large":
				return isBatch ? json(413, { code: "payload_too_large", message: "" }) : answerEach(entries, isBatch, []);
			case "batch-not-offered":
				return isBatch ? json(404, { code: "not_found", message: "" }) : answerEach(entries, isBatch, []);
		}
	}

	/** The answer of a release that does not process the batch; null if it does. */
	function refusalOf(entries: readonly object[], release: Release): Response | null {
		if (release === "before-batches") return json(404, { code: "not_found", message: "There is no such call." });
		const isKnown = (entry: object) => Object.keys(entry).every((key) => KEYS_BEFORE_WORKSPACES.includes(key));
		if (release === "today" || entries.every(isKnown)) return null;
		return json(400, { code: "invalid_body", message: "This request must have the fields that this call takes." });
	}

	const server = {
		/** May change at any time, as in an update or a rollback. */
		release: initial,
		scans,
		requests,
		posts,
		faults,
		together,
		/** The most simultaneous posts. */
		width: () => most,

		async fetch(url: string, init: RequestInit): Promise<Response> {
			const isBatch = url === API_BASE + API_PATHS.outbox;
			const headers = new Headers(init.headers);
			const seen = { url, at: now() };
			const { release } = server;
			const batch = isBatch ? (JSON.parse(String(init.body)) as OutboxBatch).entries : null;
			const entries: SeenRequest[] = batch
				? batch.map(({ key, account, workspace, client, body }) => ({
						...seen,
						key,
						account,
						workspace: workspace ?? null,
						client: client ?? null,
						body: JSON.stringify(body),
					}))
				: [
						{
							...seen,
							key: headers.get(IDEMPOTENCY_KEY) ?? "",
							account: headers.get(ACCOUNT) ?? "",
							workspace: release === "today" ? headers.get(WORKSPACE) : null,
							client: release === "today" ? headers.get(CLIENT) : null,
							body: String(init.body),
						},
					];
			const keys = entries.map(({ key }) => key);
			posts.push({ isBatch, keys });
			const signal = init.signal ?? new AbortController().signal;
			const refusal = batch && refusalOf(batch, release);
			if (refusal) {
				await turns(LATENCY);
				return refusal;
			}
			requests.push(...entries);
			const leave = enter(keys);
			// A sender that gave up, or died, is no longer a sender, whatever the server goes on to do.
			signal.addEventListener("abort", leave);
			try {
				await turns(LATENCY);
				return await answer(entries, isBatch, faults.shift() ?? "accept", signal);
			} finally {
				leave();
			}
		},
	};
	return server;
}

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import type { OutboxAnswers, OutboxBatch } from "#contract/requests/outbox.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";

const PAGE = `<!doctype html><title>Bench</title><script type="module">
await navigator.serviceWorker.register("/sw.js");
await navigator.serviceWorker.ready;
window.ask = (name, count, from) => new Promise((resolve, reject) => {
	const { port1, port2 } = new MessageChannel();
	port1.onmessage = ({ data }) => data.error ? reject(new Error(data.error)) : resolve(data.result);
	navigator.serviceWorker.controller.postMessage({ name, count, from }, [port2]);
});
</script>`;

/** A page that uses the outbox itself. */
const TAB = `<!doctype html><title>Tab</title><script type="module" src="/page.js"></script>`;

export type Scripts = { worker: string; page: string };

/** How far away it is, and whether it accepts batches. */
export type Line = { latencyMs: number; batches: boolean };

/** Cross-origin isolation: without it, browsers give clocks no finer than a tenth of a millisecond. */
const FILE_HEADERS = {
	"Cache-Control": "no-store",
	"Cross-Origin-Opener-Policy": "same-origin",
	"Cross-Origin-Embedder-Policy": "require-corp",
};

type Request = { key: string; body: unknown };

/**
 * A server far away that does no work. Half of the latency passes before a request arrives, half before its answer does: a sender that
 * dies in the first half was never heard. Keys are honored, as a good server would.
 */
export async function startBenchServer(scripts: Scripts, { latencyMs, batches }: Line) {
	/** How often each entry was carried out; entries are told apart by their target. */
	const carriedOut = new Map<string, number>();
	const answers = new Map<string, unknown>();
	let requests = 0;
	/** Answers 503 until then. */
	let unwellUntil = 0;

	function accept({ key, body }: Request): unknown {
		const known = answers.get(key);
		if (known) return known;
		const { target } = body as { target: string };
		carriedOut.set(target, (carriedOut.get(target) ?? 0) + 1);
		const answer = { receipt: { key, scanId: crypto.randomUUID(), acceptedAt: new Date().toISOString() } };
		answers.set(key, answer);
		return answer;
	}

	async function answerWrite(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
		const isBatch = incoming.url === API_BASE + API_PATHS.outbox;
		const key = String(incoming.headers[IDEMPOTENCY_KEY.toLowerCase()]);
		const body = await json(incoming);
		requests++;
		if (latencyMs > 0) await sleep(latencyMs / 2);
		if (reply.destroyed) return;
		if (isBatch && !batches) return void reply.writeHead(404).end();
		const unwell = Date.now() < unwellUntil;
		const accepted = unwell
			? { code: "unavailable", message: "Back in a moment." }
			: isBatch
				? ({
						answers: (body as OutboxBatch).entries.map((entry) => ({
							key: entry.key,
							status: 202,
							body: accept(entry),
						})),
					} satisfies OutboxAnswers)
				: accept({ key, body });
		if (latencyMs > 0) await sleep(latencyMs / 2);
		const headers = { "Content-Type": "application/json", ...(unwell ? { "Retry-After": "1" } : {}) };
		reply.writeHead(unwell ? 503 : isBatch ? 200 : 202, headers).end(JSON.stringify(accepted));
	}

	const files: Record<string, [type: string, text: string]> = {
		"/": ["text/html", PAGE],
		"/sw.js": ["text/javascript", scripts.worker],
		"/tab": ["text/html", TAB],
		"/page.js": ["text/javascript", scripts.page],
	};
	const server = createServer((incoming, reply) => {
		const file = files[incoming.url ?? ""];
		if (file) reply.writeHead(200, { "Content-Type": file[0], ...FILE_HEADERS }).end(file[1]);
		else if (incoming.method === "POST") answerWrite(incoming, reply).catch(() => reply.destroy());
		else reply.writeHead(404).end();
	});
	server.keepAliveTimeout = 60_000;
	server.listen(0, "127.0.0.1");
	await once(server, "listening");

	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}/`,
		carriedOut,
		requests: () => requests,
		beUnwell(ms: number): void {
			unwellUntil = Date.now() + ms;
		},
		close(): void {
			server.closeAllConnections();
			server.close();
		},
	};
}

export type BenchServer = Awaited<ReturnType<typeof startBenchServer>>;

import { once } from "node:events";
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { READY_PATH } from "#server/platform/http/health-paths.ts";

/** A load balancer in front of several API processes, without sticky sessions. */
export type Front = {
	url: string;
	/** Addresses of the processes; a new one gets requests as soon as it says that it is ready. */
	backends: Set<string>;
	/** Those that say that they are ready. */
	ready: ReadonlySet<string>;
	/** Requests it could not get an answer for. */
	broken: string[];
	/** Requests that each process answered. */
	answered: Map<string, number>;
	close(): Promise<void>;
};

/** How often it asks whether a process is ready. */
const ASK_MS = 100;

/**
 * Takes turns among the ready processes, as common proxies do: connections are kept and reused, answers are passed on as they come. Only
 * a request whose connection was refused goes to another process: for any other, nobody knows what was done.
 */
export async function startFront(): Promise<Front> {
	const agent = new Agent({ keepAlive: true });
	const ready = new Set<string>();
	let turn = 0;
	const server = createServer((incoming, answer) => void handle(incoming, answer));
	// It closes no idle connection of its clients, who could be sending on it at that moment.
	server.keepAliveTimeout = 0;
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const front: Front = {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		backends: new Set(),
		ready,
		broken: [],
		answered: new Map(),
		async close() {
			clearInterval(asking);
			agent.destroy();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};

	const ask = async (backend: string) => {
		const isReady = await fetch(backend + READY_PATH).then(
			({ ok }) => ok,
			() => false,
		);
		if (isReady && front.backends.has(backend)) ready.add(backend);
		else ready.delete(backend);
	};
	const asking = setInterval(() => {
		for (const backend of new Set([...front.backends, ...ready])) void ask(backend);
	}, ASK_MS);

	async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
		const body = await buffer(incoming).catch(() => undefined);
		if (body === undefined) return;
		for (let tries = ready.size; tries > 0; tries--) {
			const candidates = [...ready];
			const backend = candidates[turn++ % candidates.length];
			if (backend === undefined) break;
			const outcome = await forward(backend, incoming, body, answer);
			if (outcome === "answered") return;
			if (outcome === "refused") {
				ready.delete(backend);
				continue;
			}
			front.broken.push(`${incoming.method} ${incoming.url}: ${outcome.message}`);
			answer.destroy();
			return;
		}
		front.broken.push(`${incoming.method} ${incoming.url}: no process is ready`);
		answer.writeHead(503).end();
	}

	function forward(
		backend: string,
		{ method, url, headers }: IncomingMessage,
		body: Buffer,
		answer: ServerResponse,
	): Promise<"answered" | "refused" | Error> {
		return new Promise((resolve) => {
			const { connection: _, ...passed } = headers;
			const onward = request(backend + url, { method, headers: passed, agent });
			onward.on("error", (error: NodeJS.ErrnoException) => resolve(error.code === "ECONNREFUSED" ? "refused" : error));
			onward.on("response", (response) => {
				const { connection: __, "transfer-encoding": ___, "keep-alive": ____, ...given } = response.headers;
				answer.writeHead(response.statusCode ?? 502, given);
				response.pipe(answer);
				response.on("error", (error) => {
					// The client itself disconnected.
					if (answer.destroyed) return;
					front.broken.push(`${method} ${url}: cut off: ${error.message}`);
					answer.destroy();
				});
				answer.on("close", () => {
					if (!answer.writableFinished) onward.destroy();
				});
				front.answered.set(backend, (front.answered.get(backend) ?? 0) + 1);
				resolve("answered");
			});
			onward.end(body);
		});
	}
	return front;
}

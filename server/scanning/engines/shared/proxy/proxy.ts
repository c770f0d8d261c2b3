import { createServer, type IncomingMessage, request as openRequest, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { SentItem } from "#contract/findings/findings.ts";
import type { CheckedTarget } from "#server/platform/outgoing/target.ts";
import { endToEnd } from "./headers.ts";
import { readAbsolute, readAuthority, type Wanted } from "./read-request.ts";
import { createSentLog } from "./sent-log.ts";
import { relay } from "./tunnel.ts";

type ProxyOptions = {
	target: CheckedTarget;
	/** The target's ports that this scan may use. */
	ports: readonly number[];
	/** Ends every connection. */
	signal: AbortSignal;
	now: () => Date;
	/** Requests per second; in a tunnel, where they cannot be seen, turns of the conversation. */
	perSecond?: number;
	/** The most bytes of one answer; the rest is cut off. */
	answerBytes?: number;
	/** The most bytes of one request's body. */
	bodyBytes?: number;
	/** The most bytes through one tunnel, each way. */
	tunnelBytes?: number;
	/** How long the target may stay silent. */
	silenceMs?: number;
};

/** `unanswered`: how many of the forwarded requests got no answer. The tool gets 502 or 504, which it takes for the target's own answer. */
export type ProxyCounts = { forwarded: number; unanswered: number; refused: number };

/** The only way out for a tool that resolves names itself. */
export type ScanProxy = {
	port: number;
	counts: () => ProxyCounts;
	sent: () => SentItem[];
	close: () => Promise<void>;
};

/**
 * Starts a forward proxy on loopback for one scan. It connects to the checked address of the scan's host, on the scan's ports, whatever
 * the name resolves to by now, and answers 403 to everything else.
 */
export async function startProxy(options: ProxyOptions): Promise<ScanProxy> {
	const { target, ports, now, perSecond = 5, silenceMs = 15_000 } = options;
	const { answerBytes = 4_000_000, bodyBytes = 1_000_000, tunnelBytes = 64_000_000 } = options;
	const [at] = target.addresses;
	const closing = new AbortController();
	const signal = AbortSignal.any([options.signal, closing.signal]);
	const pace = createPace(perSecond, signal);
	const log = createSentLog(at.address, now);
	const open = new Set<Duplex>();
	const counts: ProxyCounts = { forwarded: 0, unanswered: 0, refused: 0 };

	const allowed = (wanted: Wanted | undefined): wanted is Wanted =>
		wanted !== undefined && wanted.host === target.target.host && ports.includes(wanted.port);
	const keep = (socket: Duplex) => {
		open.add(socket);
		socket.once("close", () => open.delete(socket));
		socket.on("error", () => socket.destroy());
	};
	const hangUp = () => {
		for (const socket of open) socket.destroy();
	};

	async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const wanted = readAbsolute(request.url ?? "");
		if (!allowed(wanted) || !saysTheSame(request, wanted)) {
			counts.refused++;
			response.writeHead(403, { Connection: "close", "Content-Type": "text/plain" }).end("Outside of this scan\n");
			return;
		}
		if (!(await pace()) || response.destroyed) return;
		counts.forwarded++;
		const outcome = log.add(`${request.method} ${request.url}`);
		const fail = (why: string, status: number) => {
			counts.unanswered++;
			outcome(why);
			if (response.headersSent) response.destroy();
			else response.writeHead(status, { Connection: "close", "Content-Type": "text/plain" }).end("No answer\n");
		};
		const outgoing = openRequest({
			host: at.address,
			family: at.family,
			port: wanted.port,
			path: wanted.path,
			method: request.method,
			headers: { ...endToEnd(request.headers), host: request.headers.host ?? "", connection: "close" },
			agent: false,
			setHost: false,
			timeout: silenceMs,
			signal,
		});
		outgoing.on("socket", keep);
		outgoing.once("timeout", () => outgoing.destroy(new Error("timeout")));
		outgoing.once("error", (error) =>
			error.message === "timeout" ? fail("timeout", 504) : fail("connection failed", 502),
		);
		response.once("close", () => outgoing.destroy());
		outgoing.once("response", (answer) => {
			outcome(String(answer.statusCode));
			response.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer.headers), connection: "close" });
			let size = 0;
			answer.on("data", (chunk: Buffer) => {
				size += chunk.length;
				if (size > answerBytes) response.destroy();
				else if (!response.write(chunk)) {
					answer.pause();
					response.once("drain", () => answer.resume());
				}
			});
			answer.once("end", () => response.end());
			answer.once("error", () => response.destroy());
		});
		let body = 0;
		request.on("data", (chunk: Buffer) => {
			body += chunk.length;
			if (body > bodyBytes) outgoing.destroy(new Error("too large"));
			else outgoing.write(chunk);
		});
		request.once("end", () => outgoing.end());
	}

	const server = createServer({ maxHeaderSize: 32_768 }, (request, response) => {
		forward(request, response).catch(() => response.destroy());
	});
	server.on("connection", keep);
	server.on("connect", (request, client, head) => {
		keep(client);
		const wanted = readAuthority(request.url ?? "");
		if (!allowed(wanted)) {
			counts.refused++;
			client.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
			return;
		}
		counts.forwarded++;
		const outcome = log.add(`Connection to ${request.url}`);
		const remote = connect({ host: at.address, family: at.family, port: wanted.port, timeout: silenceMs });
		keep(remote);
		remote.once("timeout", () => remote.destroy());
		let tunnel: ReturnType<typeof relay> | undefined;
		remote.once("connect", () => {
			outcome("open");
			client.write("HTTP/1.1 200 Connection established\r\n\r\n");
			if (head.length > 0) client.unshift(head);
			tunnel = relay(client, remote, pace, tunnelBytes);
		});
		remote.once("close", () => {
			if (tunnel && !tunnel.isSilent()) return void client.end();
			counts.unanswered++;
			outcome("connection failed");
			client.end(tunnel ? "" : "HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
		});
		client.once("close", () => remote.destroy());
	});
	server.on("clientError", (_, socket) => socket.destroy());
	signal.addEventListener("abort", hangUp, { once: true });
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		counts: () => ({ ...counts }),
		sent: log.list,
		async close() {
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			closing.abort();
			hangUp();
			server.closeAllConnections();
			await closed;
		},
	};
}

/** Refuses a `Host` that differs from the request line: that is how a virtual host behind the same address would be reached. */
function saysTheSame(request: IncomingMessage, wanted: Wanted): boolean {
	const { host } = request.headers;
	const said = request.headersDistinct.host ?? [];
	const there = said.length === 1 ? readAbsolute(`http://${host}/`) : undefined;
	return there?.host === wanted.host && there.port === wanted.port;
}

/** Lets this many through per second, evenly, in the order they came. False: it was aborted while waiting. */
function createPace(perSecond: number, signal: AbortSignal): () => Promise<boolean> {
	const every = 1000 / perSecond;
	let next = 0;
	return async () => {
		const now = performance.now();
		const turn = Math.max(now, next);
		next = turn + every;
		if (turn > now) {
			try {
				await delay(turn - now, undefined, { signal });
			} catch {
				return false;
			}
		}
		return !signal.aborted;
	};
}

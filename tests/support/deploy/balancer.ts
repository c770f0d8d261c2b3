import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Front } from "./layout.ts";

/** A load balancer that does what docs/DEPLOYMENT.md asks of one, without TLS and without checking who is ready. */
export async function startBalancer(port: number, ports: readonly number[]): Promise<Front> {
	let turn = 0;
	const agent = new Agent({ keepAlive: false });

	/** Passes a request on. A process that refuses the connection has not seen it, so the next one gets it. */
	function pass(from: IncomingMessage, to: ServerResponse, tries: number): void {
		const target = ports[turn++ % ports.length];
		const headers = {
			...from.headers,
			"x-forwarded-for": from.socket.remoteAddress ?? "",
			"x-forwarded-proto": "http",
		};
		const { method = "GET", url = "/" } = from;
		const ahead = request({ host: "127.0.0.1", port: target, method, path: url, headers, agent });
		let isConnected = false;
		ahead.once("socket", (socket) => {
			socket.once("connect", () => {
				isConnected = true;
				from.pipe(ahead);
			});
		});
		ahead.once("response", (answer) => {
			to.writeHead(answer.statusCode ?? 502, answer.headers);
			// Headers of an event stream must arrive before its first event does.
			to.flushHeaders();
			answer.pipe(to);
			answer.once("error", () => to.destroy());
		});
		ahead.once("error", () => {
			if (!isConnected && tries < ports.length) pass(from, to, tries + 1);
			else if (to.headersSent) to.destroy();
			else to.writeHead(502).end();
		});
		to.once("close", () => ahead.destroy());
	}

	const server = createServer((from, to) => pass(from, to, 1));
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	return {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		noticesMs: 0,
		settings: { TRUST_PROXY: "127.0.0.1" },
		says: "A balancer without TLS is in front: CADDY_PATH=/usr/bin/caddy puts Caddy there.",
		stop: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}

import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What the connection between browser and server does to writes (POST requests below /api/). Everything else passes. */
type Fault =
	| "none"
	/** Nothing gets through: the connection is cut before the server sees anything. */
	| "unreachable"
	/** The server gets the request and answers; the connection is cut before a byte of the answer comes back. */
	| "lose-answer"
	/** The server never sees it: 500 with an error body. */
	| "server-error"
	/** A hotel network's sign-in page: 200 with HTML. */
	| "captive-portal"
	/** No answer until the fault changes. */
	| "hold"
	/** The server never sees it: this answer instead. */
	| { status: number; body: object; headers?: Record<string, string> };

export type FaultProxy = {
	url: string;
	fault: Fault;
	/** Whether writes of service workers are cut, as by `unreachable`; those of pages pass. */
	workersOffline: boolean;
	/** Appended to /sw.js, so that the browser sees a new version of the worker. */
	workerSuffix: string;
	/** POST requests that came through below /api/, with their Idempotency-Key and body. */
	writes: { path: string; key: string | undefined; account: string | undefined; body: string }[];
	/** Where requests go; set once the server behind it is up. */
	target: string;
	close(): Promise<void>;
};

const CAPTIVE = "<!doctype html><title>Welcome to the hotel</title><p>Please sign in.";

/** A reverse proxy on localhost that fails in chosen ways. It has the address the browser knows, so it can outlive the server. */
export async function startFaultProxy(): Promise<FaultProxy> {
	const server = createServer((incoming, answer) => void handle(incoming, answer));
	// Idle connections stay open: on a busy machine a test may send on one at the moment it would be closed.
	server.keepAliveTimeout = 0;
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const held: (() => void)[] = [];
	let fault: Fault = "none";
	const proxy: FaultProxy = {
		url: `http://localhost:${(server.address() as AddressInfo).port}`,
		get fault() {
			return fault;
		},
		set fault(next) {
			fault = next;
			for (const release of held.splice(0)) release();
		},
		workersOffline: false,
		workerSuffix: "",
		writes: [],
		target: "",
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};

	async function handle(incoming: IncomingMessage, answer: ServerResponse) {
		const body = await buffer(incoming).catch(() => null);
		// The browser left before it had sent everything.
		if (body === null) return;
		const write = incoming.method === "POST" && incoming.url?.startsWith("/api/");
		const header = (name: string) => incoming.headers[name]?.toString();
		if (write) {
			const isWorker = header("referer")?.endsWith("/sw.js") === true;
			if (fault === "unreachable" || (isWorker && proxy.workersOffline)) {
				answer.destroy();
				return;
			}
			proxy.writes.push({
				path: incoming.url ?? "",
				key: header("idempotency-key"),
				account: header("plumbline-account"),
				body: body.toString(),
			});
			if (fault === "hold") await new Promise<void>((resolve) => held.push(resolve));
			if (fault === "server-error") {
				answer.writeHead(500, { "content-type": "application/json" });
				answer.end(JSON.stringify({ code: "internal", message: "The test broke it." }));
				return;
			}
			if (typeof fault === "object") {
				answer.writeHead(fault.status, { "content-type": "application/json", ...fault.headers });
				answer.end(JSON.stringify(fault.body));
				return;
			}
			if (fault === "captive-portal") {
				answer.writeHead(200, { "content-type": "text/html" }).end(CAPTIVE);
				return;
			}
		}
		const headers = { ...incoming.headers };
		// The suffix is plain text: the worker's script must come plain too.
		if (incoming.url === "/sw.js") {
			for (const name of ["accept-encoding", "if-none-match", "if-modified-since"]) delete headers[name];
		}
		const onward = request(proxy.target + incoming.url, { method: incoming.method, headers });
		onward.on("error", () => answer.destroy());
		onward.on("response", (response) => {
			// An answer that the server cuts off is cut off here, too.
			response.on("error", () => answer.destroy());
			if (write && fault === "lose-answer") {
				response.resume().on("end", () => answer.destroy());
				return;
			}
			if (incoming.url === "/sw.js" && proxy.workerSuffix) {
				answer.writeHead(200, { "content-type": "text/javascript", "cache-control": "no-cache" });
				response.on("end", () => answer.end(proxy.workerSuffix)).pipe(answer, { end: false });
				return;
			}
			answer.writeHead(response.statusCode ?? 502, response.rawHeaders);
			response.pipe(answer);
		});
		onward.end(body);
	}
	return proxy;
}

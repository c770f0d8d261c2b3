import { randomBytes } from "node:crypto";
import { createServer, type Socket } from "node:net";

/** A way to misbehave: what to do with a connection once the client has sent its first bytes, or immediately. */
type Behavior = { on: "connect" | "request"; act: (socket: Socket) => void };

const OK = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n";

/** Answers `status` with a Location header. */
export function redirectTo(location: string, status = 302): Behavior {
	return respond(`HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`);
}

/** Answers these bytes and closes. */
export function respond(answer: string | Buffer): Behavior {
	return { on: "request", act: (socket) => void socket.end(answer) };
}

/** Targets from the worst parts of the internet, by what they do. */
export const hostile = {
	neverAnswers: { on: "connect", act: () => undefined },
	resets: { on: "request", act: (socket) => void socket.resetAndDestroy() },
	closesAtOnce: { on: "connect", act: (socket) => void socket.end() },
	garbage: { on: "connect", act: (socket) => void socket.end(randomBytes(512)) },
	dripsHeaders: { on: "request", act: (socket) => drip(socket, `${OK}X-Slow: `) },
	dripsBody: {
		on: "request",
		act: (socket) => drip(socket, `${OK}Server: nginx/1.14.0\r\nContent-Length: 100000\r\n\r\n`),
	},
	fiftyMegabytes: { on: "request", act: (socket) => pour(socket, 50_000_000) },
	redirectsToItself: redirectTo("/again"),
	headerBomb: respond(`${OK}X-Bomb: ${"x".repeat(1_000_000)}\r\n\r\n`),
	attributeBomb: respond(`${OK}\r\n<html ${Array.from({ length: 200_000 }, (_, index) => `a${index}`).join(" ")}>`),
	wrongEncoding: respond(`${OK}Content-Encoding: gzip\r\nContent-Length: 11\r\n\r\nnot gzipped`),
	unknownCharset: respond("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=klingon\r\nContent-Length: 2\r\n\r\nhi"),
	throttles: respond("HTTP/1.1 429 Slow down\r\nServer: nginx/1.14.0\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n"),
	halfAnswer: respond(`${OK}Content-Length: 5000\r\n\r\n<title>half`),
	switchesProtocols: respond("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n"),
	cookieFlood: respond(
		`${OK}${Array.from({ length: 1_900 }, (_, index) => `Set-Cookie: c${index}=1\r\n`).join("")}\r\n<p>hello`,
	),
	longHeader: respond(`${OK}Server: ${"a".repeat(60_000)}\r\n\r\n<p>hello`),
	longScriptAddress: respond(`${OK}\r\n<script src="${"/jquery.js?".repeat(40_000)}"></script>`),
	longBase: respond(`${OK}\r\n<base href="http://a.example/${"a".repeat(1_000_000)}">${"<img src=b>".repeat(20_000)}`),
	notHttp: { on: "connect", act: (socket) => void socket.end("220 mail.example ESMTP\r\n") },
} satisfies Record<string, Behavior>;

/**
 * Starts one on a free port of loopback. `counted`: how many came, and how much was sent to those who left; `close` closes all
 * connections.
 */
export async function startHostile(behavior: Behavior) {
	const sockets = new Set<Socket>();
	const counted = { connections: 0, bytesSent: 0 };
	const server = createServer({ allowHalfOpen: true }, (socket) => {
		counted.connections++;
		sockets.add(socket);
		socket.on("error", () => undefined);
		socket.once("close", () => {
			sockets.delete(socket);
			counted.bytesSent += socket.bytesWritten;
		});
		socket.on("end", () => socket.end());
		if (behavior.on === "request") socket.once("data", () => behavior.act(socket));
		else {
			behavior.act(socket);
			socket.resume();
		}
	});
	const { promise: listening, resolve } = Promise.withResolvers<void>();
	server.listen(0, "127.0.0.1", resolve);
	await listening;
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	return {
		port: address.port,
		counted,
		async close() {
			const { promise: closed, resolve: done } = Promise.withResolvers<void>();
			server.close(() => done());
			for (const socket of sockets) socket.destroy();
			await closed;
		},
	};
}

/** One byte every 20 ms, for as long as the other side stays. */
function drip(socket: Socket, beginning: string): void {
	socket.write(beginning);
	const timer = setInterval(() => socket.write("x"), 20);
	socket.once("close", () => clearInterval(timer));
}

/**
 * As fast as the other side reads it, without buffering all of it. The other side, which is in this process, gets its turn after each
 * piece: otherwise the system would accept megabytes at once that nobody has read.
 */
function pour(socket: Socket, bytes: number): void {
	const chunk = Buffer.alloc(65_536, "x");
	let left = bytes;
	const more = () => {
		if (socket.destroyed) return;
		if (left === 0) return void socket.end();
		const piece = chunk.subarray(0, Math.min(left, chunk.length));
		left -= piece.length;
		socket.write(piece, () => setImmediate(more));
	};
	socket.write(`${OK}Content-Length: ${bytes}\r\n\r\n`, more);
}

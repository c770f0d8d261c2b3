import { PassThrough } from "node:stream";
import type { FastifyInstance } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation } from "#server/identity/sessions/operation.ts";
import { isStillAllowed } from "#server/identity/sessions/still-allowed.ts";
import type { ScanRouteDeps } from "./scan-deps.ts";
import { createScanFeed } from "./scan-feed.ts";

/** Often enough for every proxy to keep the stream open. */
const HEARTBEAT_MS = 15_000;
/** How long a stream may outlive its session. */
const SESSION_CHECK_MS = 10_000;
/** How long a client waits before it reconnects, unless the stream says otherwise as it ends. */
const RETRY_MS = 3_000;
/** A client that leaves this much unread is disconnected. */
const BACKLOG_BYTES = 262_144;

/** `scans/events/`: server-sent events. */
export function addWatchScans(app: FastifyInstance, { reader, notices, leaving, senders }: ScanRouteDeps): void {
	const onError = (error: unknown) => app.log.warn({ error }, "a change could not be sent");
	const feed = createScanFeed({ notices, reader, onError });
	// Before the server waits for its connections to end.
	app.addHook("preClose", async () => feed.close());
	leaving.addEventListener("abort", feed.endAll, { once: true });

	addOperation(app, OPERATIONS.watchScans, { senders }, async ({ scope, request, reply }) => {
		reply.header("X-Accel-Buffering", "no").type("text/event-stream; charset=utf-8");
		if (request.method === "HEAD") return reply.send();
		const stream = new PassThrough();
		const write = (text: string) => {
			if (stream.writableLength > BACKLOG_BYTES) return end();
			stream.write(text);
		};
		// When a stream is reopened, it gets its answer, such as that the member has left. A stream whose database is away continues.
		const checkSession = async () => {
			if (!(await isStillAllowed(request, senders, "read").catch(() => true))) end();
		};
		const timers = [
			setInterval(() => write(":\n\n"), HEARTBEAT_MS),
			setInterval(() => void checkSession(), SESSION_CHECK_MS),
		];
		const unsubscribe = feed.subscribe(scope, {
			send: (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
			end,
		});
		function end(comeBackMs?: number): void {
			for (const timer of timers) clearInterval(timer);
			unsubscribe();
			if (!stream.writableEnded) stream.end(comeBackMs === undefined ? "" : `retry: ${comeBackMs}\n\n`);
		}
		stream.on("close", () => end());
		write(`retry: ${RETRY_MS}\n\n`);
		// If a membership ended while the stream was being opened, that was announced before anyone listened.
		void checkSession();
		return reply.send(stream);
	});
}

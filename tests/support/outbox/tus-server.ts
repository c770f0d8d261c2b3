import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { turns } from "./outbox-clock.ts";

type Reply = { status: number; headers?: Record<string, string>; body?: object };
type Upload = { place: string; sha256: string; size: number; bytes: Buffer };
type Asked = {
	method: string;
	path: string;
	headers: Headers;
	/** May break off: what came until then counts. */
	body: AsyncIterable<Uint8Array>;
};
type Posted = { key: string; place: string; files: string[]; text: string };

/** What happens to a request instead of an answer. `lose-answer`: it is carried out, and the connection breaks. */
export type TusFault = "refuse-connection" | "lose-answer" | Reply;

const CHUNK = 16 * 1024;

export const sha256Of = (bytes: ArrayBuffer | Uint8Array): string =>
	createHash("sha256")
		.update(bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes)
		.digest("hex");

export type TusServer = ReturnType<typeof tusServer>;

/**
 * A notes server with files: tus 1.0 below `/notes/files/`, entries at `/notes/batch`, each accepted once and only when its place has all
 * of its files. It keeps what arrives before a connection breaks. `faults` is what happens to the next requests, in order.
 */
export function tusServer() {
	const uploads = new Map<string, Upload>();
	/** Finished files, by place and hash. */
	const stored = new Map<string, Buffer>();
	const entries = new Map<string, Posted>();
	const faults: TusFault[] = [];
	/** What arrived, in order: `POST /notes/files/`, and `entry KEY` for each accepted one. */
	const log: string[] = [];
	/** Answers for a file once its last byte has arrived, by hash. */
	const refused = new Map<string, Reply>();
	const underWay = new Map<string, number>();
	/** How many bytes of files have arrived, over all requests; and how many may arrive before the connection breaks, each time. */
	const line = { received: 0, cutEvery: Number.POSITIVE_INFINITY, sinceCut: 0 };
	let most = 0;
	let ids = 0;

	const keyOf = (place: string, sha256: string) => `${place}/${sha256}`;
	const offset = (upload: Upload): Record<string, string> => ({ "Upload-Offset": String(upload.bytes.length) });

	function create({ headers }: Asked): Reply {
		const place = headers.get("Notes-Place") ?? "";
		const [, encoded = ""] = /sha256 (\S+?)(,|$)/.exec(headers.get("Upload-Metadata") ?? "") ?? [];
		const sha256 = Buffer.from(encoded, "base64").toString();
		const size = Number(headers.get("Upload-Length"));
		const id = String(++ids);
		const upload = { place, sha256, size, bytes: stored.get(keyOf(place, sha256)) ?? Buffer.alloc(0) };
		if (upload.bytes.length === size) stored.set(keyOf(place, sha256), upload.bytes);
		uploads.set(id, upload);
		// An address with its own origin, as a server behind a proxy returns it.
		return { status: 201, headers: { Location: `http://behind.proxy/notes/files/${id}`, ...offset(upload) } };
	}

	async function append(id: string, upload: Upload, { headers, body }: Asked): Promise<Reply> {
		if (Number(headers.get("Upload-Offset")) !== upload.bytes.length) return { status: 409 };
		const senders = (underWay.get(id) ?? 0) + 1;
		underWay.set(id, senders);
		most = Math.max(most, senders);
		try {
			for await (const chunk of body) upload.bytes = Buffer.concat([upload.bytes, chunk]);
		} finally {
			underWay.set(id, (underWay.get(id) ?? 1) - 1);
		}
		return finish(id, upload, 204);
	}

	/** Even when it is only queried: the connection may have broken after the last byte. */
	function finish(id: string, upload: Upload, status: number): Reply {
		if (upload.bytes.length < upload.size) return { status, headers: offset(upload) };
		const refusal = refused.get(upload.sha256);
		if (refusal || sha256Of(upload.bytes) !== upload.sha256) {
			uploads.delete(id);
			return refusal ?? { status: 422, body: { code: "file_refused", message: "Another file." } };
		}
		stored.set(keyOf(upload.place, upload.sha256), upload.bytes);
		return { status, headers: offset(upload) };
	}

	function accept({ key, place, files, text }: Posted): { key: string; status: number; body: object } {
		const missing = files.filter((sha256) => !stored.has(keyOf(place, sha256)));
		if (missing.length > 0)
			return { key, status: 409, body: { code: "attachments_missing", message: "", details: { sha256: missing } } };
		if (!entries.has(key)) {
			entries.set(key, { key, place, files, text });
			log.push(`entry ${key}`);
		}
		return { key, status: 202, body: { receipt: { key } } };
	}

	async function post({ body }: Asked): Promise<Reply> {
		const chunks: Uint8Array[] = [];
		for await (const chunk of body) chunks.push(chunk);
		const batch = JSON.parse(Buffer.concat(chunks).toString()) as {
			entries: { key: string; account: string; notebook?: string; body: { text: string; files?: string[] } }[];
		};
		const answers = batch.entries.map(({ key, account, notebook, body: { text, files = [] } }) =>
			accept({ key, place: notebook ?? account, files, text }),
		);
		return { status: 200, body: { answers } };
	}

	async function carryOut(asked: Asked): Promise<Reply> {
		const { method, path } = asked;
		if (path === "/notes/batch") return post(asked);
		log.push(`${method} ${path}`);
		if (method === "POST") return create(asked);
		const id = path.split("/").at(-1) ?? "";
		const upload = uploads.get(id);
		if (!upload) return { status: 404 };
		return method === "HEAD" ? finish(id, upload, 200) : append(id, upload, asked);
	}

	/** Counts what arrives; `broken` when the connection breaks. */
	async function* counted(body: AsyncIterable<Uint8Array>, isFile: boolean): AsyncIterable<Uint8Array> {
		for await (const chunk of body) {
			if (!isFile) {
				yield chunk;
				continue;
			}
			const arriving = chunk.subarray(0, Math.max(0, line.cutEvery - line.sinceCut));
			line.received += arriving.length;
			line.sinceCut += arriving.length;
			yield arriving;
			if (line.sinceCut < line.cutEvery) continue;
			line.sinceCut = 0;
			throw new Error("The line broke.");
		}
	}

	/** The answer; null if the connection breaks. */
	async function handle(asked: Asked): Promise<Reply | null> {
		const fault = faults.shift();
		if (fault === "refuse-connection") return null;
		if (typeof fault === "object") return fault;
		try {
			const reply = await carryOut({ ...asked, body: counted(asked.body, asked.method === "PATCH") });
			return fault === "lose-answer" ? null : reply;
		} catch {
			return null;
		}
	}

	async function* chunksOf(body: RequestInit["body"], signal: AbortSignal | null): AsyncIterable<Uint8Array> {
		const bytes =
			typeof body === "string" ? new TextEncoder().encode(body) : ((body ?? new Uint8Array()) as Uint8Array);
		for (let at = 0; at < bytes.length; at += CHUNK) {
			await turns(1);
			signal?.throwIfAborted();
			yield bytes.subarray(at, at + CHUNK);
		}
	}

	return {
		uploads,
		stored,
		entries,
		faults,
		refused,
		log,
		line,
		/** The most simultaneous requests that sent bytes of one upload. */
		together: () => most,

		/** Forgets unfinished uploads, as when they expire. */
		forgetUploads(): void {
			uploads.clear();
		},

		/** Without a network in between: for tests with many contexts. */
		async fetch(url: string, init: RequestInit): Promise<Response> {
			await turns(1);
			const headers = new Headers(init.headers);
			const body = chunksOf(init.body, init.signal ?? null);
			const reply = await handle({ method: init.method ?? "GET", path: url, headers, body });
			init.signal?.throwIfAborted();
			if (!reply) throw new TypeError("Failed to fetch");
			return new Response(reply.body ? JSON.stringify(reply.body) : null, {
				status: reply.status,
				headers: { ...(reply.body && { "content-type": "application/json" }), ...reply.headers },
			});
		},

		/** Listens on this machine. `fetch` goes there, over sockets that can break in the middle of a piece. */
		async listen(): Promise<{ fetch(url: string, init: RequestInit): Promise<Response>; close(): Promise<void> }> {
			const http = createServer((request: IncomingMessage, response: ServerResponse) => {
				const headers = new Headers(
					Object.entries(request.headersDistinct).map(([name, all]) => [name, all?.[0] ?? ""]),
				);
				const asked = { method: request.method ?? "", path: request.url ?? "", headers, body: request };
				handle(asked).then((reply) => {
					if (!reply) return response.destroy();
					if (reply.body) response.setHeader("content-type", "application/json");
					for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
					response.writeHead(reply.status).end(reply.body && JSON.stringify(reply.body));
				});
			});
			await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
			const { port } = http.address() as AddressInfo;
			return {
				fetch: (url, init) => fetch(`http://127.0.0.1:${port}${url}`, init),
				close: () =>
					new Promise((resolve) => {
						http.close(() => resolve());
						http.closeAllConnections();
					}),
			};
		},
	};
}

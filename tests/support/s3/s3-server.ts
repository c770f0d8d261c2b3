import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import S3rver from "@20minutes/s3rver";
import { afterFile } from "../after-file.ts";
import { scratchFolder } from "../scratch-folder.ts";

const BUCKET = "evidence";

/** What happens to a request on its way. */
export type S3Fault =
	/** The connection is cut before the store sees anything. */
	| "away"
	/** Half of its body reaches the store; then the connection is cut. */
	| "cut"
	/** The store does it, and its answer never arrives. */
	| "no answer"
	/** The store does not see it; the answer says that it is too busy. */
	| "busy"
	/** The store does it, and its answer arrives when the fault has ended. */
	| "held";

export type S3Server = {
	/** Settings of a product that keeps files there. */
	env: Record<string, string>;
	/** The fault for whatever comes next; undefined lets everything pass. */
	fault: (method: string, key: string) => S3Fault | undefined;
	/** Releases what is held. */
	release(): void;
	/** Requests that arrived, such as `PUT files/…`. */
	readonly asked: string[];
	/** Keys of all objects below a prefix. */
	keys(prefix?: string): Promise<string[]>;
	/** As someone with other rights would, bypassing the faults. */
	write(key: string, bytes: Uint8Array): Promise<void>;
	remove(key: string): Promise<void>;
};

const LISTINGS = 5;

/**
 * A separate server that speaks S3 and checks every signature (s3rver), with objects in a folder, behind a proxy that fails in chosen
 * ways. Like S3 itself, and unlike that package, the proxy refuses a body that does not match what was signed.
 */
export async function startS3(): Promise<S3Server> {
	const store = new S3rver({
		directory: await scratchFolder("s3"),
		silent: true,
		vhostBuckets: false,
		configureBuckets: [{ name: BUCKET }],
	});
	await store.configureBuckets();
	const inner = await listening(createServer(store.callback()));
	const held: (() => void)[] = [];
	const asked: string[] = [];

	async function handle(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
		const { method = "", url = "", headers } = incoming;
		const key = url.slice(`/${BUCKET}/`.length);
		asked.push(`${method} ${key}`);
		const fault = server.fault(method, key);
		if (fault === "away") return void answer.destroy();
		const body = await buffer(incoming);
		if (fault === "busy") return void answer.writeHead(503).end("<Error><Code>SlowDown</Code></Error>");
		if (method === "PUT" && headers["x-amz-content-sha256"] !== createHash("sha256").update(body).digest("hex")) {
			return void answer.writeHead(400).end("<Error><Code>XAmzContentSHA256Mismatch</Code></Error>");
		}
		const onward = request(inner + url, { method, headers });
		if (fault === "cut") {
			onward.on("error", () => answer.destroy());
			return void onward.write(body.subarray(0, body.length >> 1), () => onward.destroy());
		}
		const [response] = (await once(onward.end(body), "response")) as [IncomingMessage];
		const said = await buffer(response);
		if (fault === "held") await new Promise<void>((resolve) => held.push(resolve));
		if (fault === "no answer") return void answer.destroy();
		answer.writeHead(response.statusCode ?? 500, response.headers).end(said);
	}

	const outer = await listening(
		createServer((incoming, answer) => void handle(incoming, answer).catch(() => answer.destroy())),
	);
	const direct = async (method: string, path: string, body?: Uint8Array) => {
		const answer = await fetch(`${inner}/${BUCKET}${path}`, { method, ...(body && { body: new Uint8Array(body) }) });
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
		return answer.text();
	};
	const server: S3Server = {
		env: {
			FILE_STORE: "s3",
			S3_ENDPOINT: outer,
			S3_BUCKET: BUCKET,
			S3_REGION: "eu-central-1",
			S3_ACCESS_KEY_ID: "S3RVER",
			S3_SECRET_ACCESS_KEY: "S3RVER",
		},
		fault: () => undefined,
		release() {
			for (const go of held.splice(0)) go();
		},
		asked,
		async keys(prefix = "files/") {
			for (let attempt = 1; ; attempt += 1) {
				try {
					const listed = await direct("GET", `?list-type=2&max-keys=1000&prefix=${prefix}`);
					return [...listed.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key);
				} catch (error) {
					// The package reads a folder, then each of its files, and fails if one disappeared in between.
					if (attempt === LISTINGS) throw error;
				}
			}
		},
		async write(key, bytes) {
			await direct("PUT", `/${key}`, bytes);
		},
		async remove(key) {
			await direct("DELETE", `/${key}`);
		},
	};
	return server;
}

/** Where it listens, until the end of the file. */
async function listening(server: ReturnType<typeof createServer>): Promise<string> {
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	afterFile(async () => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

import { createHash } from "node:crypto";
import { AwsV4Signer } from "aws4fetch";
import { type ObjectStore, ObjectStoreError } from "#server/platform/files/object-store.ts";

/** A bucket, and how to access it. */
export type S3Settings = {
	/** Scheme, host and port. */
	endpoint: string;
	bucket: string;
	region: string;
	accessKeyId: string;
	secretAccessKey: string;
	/** Whether the bucket is the start of the path; otherwise it is part of the host's name. */
	pathStyle: boolean;
};

type S3Deps = {
	fetch: typeof fetch;
	/** How long one try may take. */
	patienceMs: number;
};

type Method = "PUT" | "GET" | "DELETE";

/** Answers of a store that may succeed later. */
const LATER = new Set([408, 429, 500, 502, 503, 504]);
/** Larger than any object that we store, and than any store's error message. */
const MOST_BYTES = 8_388_608;
/** One more: stores answer 503 now and then, and close idle connections, and both go away immediately. */
const TRIES = 2;

/** A bucket through the S3 protocol, with signed requests (Signature Version 4) that include the hash of their body. */
export function createS3Store(settings: S3Settings, { fetch, patienceMs }: S3Deps): ObjectStore {
	const { accessKeyId, secretAccessKey, region } = settings;
	const base = baseOf(settings);

	async function ask(method: Method, key: string, body?: Uint8Array): Promise<Buffer> {
		const bytes = body && new Uint8Array(body);
		const signer = new AwsV4Signer({
			method,
			url: base + key,
			headers: {
				"X-Amz-Content-Sha256": createHash("sha256")
					.update(body ?? "")
					.digest("hex"),
			},
			service: "s3",
			region,
			accessKeyId,
			secretAccessKey,
		});
		const { url, headers } = await signer.sign();
		// Until the last byte of the answer.
		const signal = AbortSignal.timeout(patienceMs);
		const failed = (because: ObjectStoreError["because"], why: string, more = {}) =>
			new ObjectStoreError(because, `${method} ${key}: ${why}`, more);
		try {
			const answer = await fetch(url, { method, headers, redirect: "manual", signal, ...(bytes && { body: bytes }) });
			const said = await readAnswer(answer);
			if (said === undefined) throw failed("refused", `answered more than ${MOST_BYTES} bytes`);
			if (answer.ok) return said;
			const { status } = answer;
			const code = /<Code>(\w{1,64})<\/Code>/.exec(said.toString("utf8"))?.[1] ?? String(status);
			if (status === 404 && code !== "NoSuchBucket") throw failed("lost", "there is no such object", { code });
			throw failed(LATER.has(status) ? "away" : "refused", `answered ${status} ${code}`, { code });
		} catch (error) {
			if (error instanceof ObjectStoreError) throw error;
			const why = signal.aborted ? `no answer within ${patienceMs} ms` : `no answer (${codeOf(error)})`;
			throw failed("away", why, { cause: error });
		}
	}

	async function askAgain(method: Method, key: string, body?: Uint8Array): Promise<Buffer> {
		for (let tried = 1; ; tried++) {
			try {
				return await ask(method, key, body);
			} catch (error) {
				if (tried === TRIES || !(error instanceof ObjectStoreError) || error.because !== "away") throw error;
			}
		}
	}

	return {
		place: `bucket ${settings.bucket} at ${settings.endpoint}`,
		async put(key, bytes) {
			await askAgain("PUT", key, bytes);
		},
		get: (key) => askAgain("GET", key),
		async delete(key) {
			try {
				await askAgain("DELETE", key);
			} catch (error) {
				if (!(error instanceof ObjectStoreError) || error.because !== "lost") throw error;
			}
		},
	};
}

/** Undefined if it is too long: the rest is not read. */
async function readAnswer({ body }: Response): Promise<Buffer | undefined> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of body ?? []) {
		chunks.push(chunk);
		length += chunk.length;
		if (length > MOST_BYTES) return undefined;
	}
	return Buffer.concat(chunks);
}

/** Such as ECONNREFUSED: `fetch` says only that it failed, and has the reason in its cause. */
function codeOf(error: unknown): string {
	const { cause } = error as { cause?: { code?: string; message?: string } };
	return cause?.code ?? cause?.message ?? String(error);
}

/** What an object's address starts with. */
function baseOf({ endpoint, bucket, pathStyle }: S3Settings): string {
	if (pathStyle) return `${endpoint}/${bucket}/`;
	const url = new URL(endpoint);
	return `${url.protocol}//${bucket}.${url.host}/`;
}

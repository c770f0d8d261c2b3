import { expect, test } from "vitest";
import { createS3Store } from "#server/assurance/uploads/s3/s3-store.ts";

const SETTINGS = {
	endpoint: "https://s3.example.com:9000",
	bucket: "evidence",
	region: "eu-central-1",
	accessKeyId: "AKID",
	secretAccessKey: "very secret",
};

/** A store whose requests end here: each answer is the next of these. */
function storeWith(pathStyle: boolean, ...answers: (() => Response)[]) {
	const sent: { url: string; headers: Headers }[] = [];
	const store = createS3Store(
		{ ...SETTINGS, pathStyle },
		{
			patienceMs: 1_000,
			fetch: async (url, init) => {
				sent.push({ url: String(url), headers: new Headers(init?.headers) });
				return (answers.shift() ?? (() => new Response("")))();
			},
		},
	);
	return { store, sent };
}

test.each([
	[true, "https://s3.example.com:9000/evidence/files/a"],
	[false, "https://evidence.s3.example.com:9000/files/a"],
])("the bucket is in the path (%s) or in the host's name", async (pathStyle, url) => {
	const { store, sent } = storeWith(pathStyle);
	await store.put("files/a", Buffer.from("hello"));
	expect(sent.map((one) => one.url)).toEqual([url]);
});

test("what is sent is signed with its hash, and the secret stays here", async () => {
	const { store, sent } = storeWith(true);
	await store.put("files/a", Buffer.from("hello"));
	const headers = Object.fromEntries(sent[0]?.headers ?? []);
	expect(headers).toMatchObject({
		"x-amz-content-sha256": "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824",
		authorization: expect.stringMatching(
			/^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=[\da-f]{64}$/,
		),
	});
	expect(JSON.stringify(headers)).not.toContain(SETTINGS.secretAccessKey);
});

test.each([
	[503, "<Error><Code>SlowDown</Code></Error>", "away", "SlowDown", 2],
	[500, "", "away", "500", 2],
	[403, "<Error><Code>AccessDenied</Code></Error>", "refused", "AccessDenied", 1],
	[301, "<Error><Code>PermanentRedirect</Code></Error>", "refused", "PermanentRedirect", 1],
	[404, "<Error><Code>NoSuchBucket</Code></Error>", "refused", "NoSuchBucket", 1],
	[404, "<Error><Code>NoSuchKey</Code></Error>", "lost", "NoSuchKey", 1],
])("an answer of %i %s means %s", async (status, body, because, code, tries) => {
	const answer = () => new Response(body, { status });
	const { store, sent } = storeWith(true, answer, answer, answer);
	await expect(store.get("files/a")).rejects.toMatchObject({ because, code });
	expect(sent).toHaveLength(tries);
});

test.each([200, 500])("an answer of %i that does not end is cut off and refused", async (status) => {
	let sent = 0;
	let isCutOff = false;
	const endless = () =>
		new ReadableStream<Uint8Array>({
			pull(controller) {
				sent += 1_000_000;
				controller.enqueue(new Uint8Array(1_000_000));
			},
			cancel() {
				isCutOff = true;
			},
		});
	const { store } = storeWith(true, () => new Response(endless(), { status }));
	await expect(store.get("files/a")).rejects.toMatchObject({ because: "refused" });
	expect(isCutOff).toBe(true);
	expect(sent).toBeLessThan(12_000_000);
});

test("no answer says why", async () => {
	const broken = () => {
		throw new TypeError("fetch failed", { cause: Object.assign(new Error("no such name"), { code: "ENOTFOUND" }) });
	};
	const { store } = storeWith(true, broken, broken);
	await expect(store.get("files/a")).rejects.toMatchObject({
		because: "away",
		message: "GET files/a: no answer (ENOTFOUND)",
	});
});

test("an object that is not there counts as deleted; a bucket that is not there does not", async () => {
	const gone = (code: string) => () => new Response(`<Error><Code>${code}</Code></Error>`, { status: 404 });
	await storeWith(true, gone("NoSuchKey")).store.delete("files/a");
	await expect(storeWith(true, gone("NoSuchBucket")).store.delete("files/a")).rejects.toThrow("NoSuchBucket");
});

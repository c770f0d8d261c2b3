import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { unzipSync } from "fflate";
import { expect, test } from "vitest";
import type { BundleDocument } from "#server/assurance/frameworks/bundle/bundle-document.ts";
import type { BundleRun } from "#server/assurance/frameworks/bundle/bundle-run.ts";
import { writeBundle } from "#server/assurance/frameworks/bundle/write-bundle.ts";
import type { BundleSource } from "#server/assurance/frameworks/store/bundle-source.ts";

const OF = { framework: "mvsp", from: "2026-03-01", to: "2026-03-31" } as const;
const NOW = new Date("2026-04-01T00:00:00Z");
const BATCH = 1_000;

const runOf = (n: number): BundleRun => ({
	id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
	control: "VM-01",
	test: "Look for old protocols",
	host: `h${n}.example`,
	at: "2026-03-02T00:00:00.000Z",
	windowFrom: "2026-03-01T00:00:00.000Z",
	windowTo: "2026-03-02T00:00:00.000Z",
	result: "passed",
	reason: "No open findings.",
	expiresOn: "2026-04-02",
	by: "",
	scanId: null,
	evidenceId: null,
});

function sourceOf(batches: number, read: { batches: number }): BundleSource {
	return {
		workspaceName: "Ada",
		clientName: "Brunnen",
		controls: [],
		assessments: [],
		signedPdf: async () => undefined,
		async *runs() {
			for (let batch = 0; batch < batches; batch += 1) {
				read.batches += 1;
				yield Array.from({ length: BATCH }, (_, n) => runOf(batch * BATCH + n));
			}
		},
		async *evidence() {},
		file: async () => undefined,
	};
}
const written = (source: BundleSource, documents: BundleDocument[] = []) =>
	writeBundle(OF, source, { documents, now: NOW });

test("what grows with runs and findings is packed while it is read, and its hash is that of what was unpacked", async () => {
	const read = { batches: 0 };
	const documents: BundleDocument[] = [
		{
			path: "documents/findings.csv",
			async *pieces() {
				yield "a,ü\r\n";
				yield "b,=1\r\n";
			},
		},
	];
	const files = unzipSync(new Uint8Array(await buffer(written(sourceOf(20, read), documents))));
	const manifest = JSON.parse(Buffer.from(files["manifest.json"] ?? []).toString());
	for (const { path, bytes, sha256 } of manifest.files) {
		const content = Buffer.from(files[path] ?? []);
		expect([path, content.length, createHash("sha256").update(content).digest("hex")]).toEqual([path, bytes, sha256]);
	}
	expect(Buffer.from(files["documents/findings.csv"] ?? []).toString()).toBe("a,ü\r\nb,=1\r\n");
	expect(
		Buffer.from(files["data/runs.csv"] ?? [])
			.toString()
			.split("\r\n"),
	).toHaveLength(20 * BATCH + 2);
	expect(JSON.parse(Buffer.from(files["data/evidence.json"] ?? []).toString())).toEqual([]);
});

test("a reader that takes nothing has next to nothing read", async () => {
	const read = { batches: 0 };
	const pieces = written(sourceOf(1_000_000, read));
	// The controls and the start of the runs.
	for (let n = 0; n < 3; n += 1) await pieces.next();
	await pieces.return(undefined);
	expect(read.batches).toBeLessThan(100);
});

test("an error while a file is written ends the bundle, and nothing else", async () => {
	const source = sourceOf(1, { batches: 0 });
	const broken: BundleSource = {
		...source,
		async *runs() {
			yield [runOf(1)];
			throw new Error("the database is gone");
		},
	};
	await expect(buffer(written(broken))).rejects.toThrow("the database is gone");
});

import { execFile } from "node:child_process";
import { createHash, createPublicKey, verify } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import type { BundleControl } from "#server/assurance/frameworks/bundle/bundle-control.ts";
import type { BundleDocument } from "#server/assurance/frameworks/bundle/bundle-document.ts";
import type { BundleRun } from "#server/assurance/frameworks/bundle/bundle-run.ts";
import { checkLines, newSigningKey, pemOf, signerOf } from "#server/assurance/frameworks/bundle/signing-key.ts";
import { type BundleParts, writeBundle } from "#server/assurance/frameworks/bundle/write-bundle.ts";
import type { BundleSource } from "#server/assurance/frameworks/store/bundle-source.ts";
import { scratchFolder } from "#tests/support/scratch-folder.ts";
import { frameworkWith, HOSTILE } from "./papers.ts";

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
const KEY_ID = "00000000-0000-4000-8000-00000000000a";
const keyPair = newSigningKey();
const signing = { ...signerOf(KEY_ID, keyPair), address: `https://plumbline.example/keys/${KEY_ID}` };
const framework = frameworkWith("mvsp");

const written = (source: BundleSource, more: Partial<BundleParts> = {}) =>
	writeBundle(OF, source, { documents: [], framework, signing, begunAt: NOW, now: () => NOW, ...more });
const unpacked = async (pieces: AsyncIterable<Uint8Array>): Promise<Record<string, Buffer>> =>
	Object.fromEntries(
		Object.entries(unzipSync(new Uint8Array(await buffer(pieces)))).map(([path, content]) => [
			path,
			Buffer.from(content),
		]),
	);
const fileOf = (files: Record<string, Buffer>, path: string): Buffer => {
	const file = files[path];
	if (!file) throw new Error(`no ${path}`);
	return file;
};

const piece = (id: string, more: Partial<ClientFileRow<"evidence">>): ClientFileRow<"evidence"> =>
	({
		id,
		title: `Piece ${id}`,
		note: "",
		takenAt: "2026-03-02T00:00:00.000Z",
		takenBy: "Ada",
		state: "accepted",
		stateReason: "",
		files: [],
		about: [],
		custody: [],
		...more,
	}) as never;
const control = (code: string, requirements: string[], retiredOn: string | null = null): BundleControl => ({
	id: `id-of-${code}`,
	code,
	title: `Control ${code}`,
	objective: "",
	kind: "technical",
	state: retiredOn === null ? "operating" : "retired",
	retiredOn,
	leftOut: [{ host: "old.example.com", reason: HOSTILE, by: "Ada", at: "2026-09-14T08:00:00.000Z" }],
	reason: "",
	owner: "",
	requirements,
	tests: [],
});

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
	const files = unzipSync(new Uint8Array(await buffer(written(sourceOf(20, read), { documents }))));
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
	// The start of the runs.
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

describe("the manifest’s signature", () => {
	test("fits the manifest and the public key, and nothing else", async () => {
		const files = await unpacked(written(sourceOf(1, { batches: 0 })));
		expect(Object.keys(files).slice(-2)).toEqual(["manifest.json", "manifest.json.sig"]);
		const manifest = fileOf(files, "manifest.json");
		const signature = fileOf(files, "manifest.json.sig");
		const key = createPublicKey(pemOf(keyPair.publicKey));
		expect(verify(null, manifest, key, signature)).toBe(true);
		expect(verify(null, Buffer.concat([manifest, Buffer.from(" ")]), key, signature)).toBe(false);
		expect(verify(null, manifest, createPublicKey(pemOf(newSigningKey().publicKey)), signature)).toBe(false);
		expect(JSON.parse(manifest.toString()).signature).toEqual({
			algorithm: "Ed25519",
			file: "manifest.json.sig",
			keyId: KEY_ID,
			keySha256: createHash("sha256").update(keyPair.publicKey).digest("hex"),
			keyAddress: signing.address,
		});
	});

	test("is found good by the line that the index gives, and bad once the manifest was changed", async ({ skip }) => {
		const version = await promisify(execFile)("openssl", ["version"]).catch(() => undefined);
		if (!version?.stdout.startsWith("OpenSSL 3")) skip("OpenSSL 3 is not on this machine");
		const files = await unpacked(written(sourceOf(1, { batches: 0 })));
		const cwd = await scratchFolder("signed");
		await writeFile(join(cwd, `${KEY_ID}.pem`), pemOf(keyPair.publicKey));
		for (const path of ["manifest.json", "manifest.json.sig"]) await writeFile(join(cwd, path), fileOf(files, path));
		const line = checkLines(KEY_ID).signature;
		expect(fileOf(files, "index.html").toString()).toContain(line);
		const [program = "", ...words] = line.split(" ");
		const { stdout } = await promisify(execFile)(program, words, { cwd });
		expect(stdout).toContain("Signature Verified Successfully");
		await writeFile(
			join(cwd, "manifest.json"),
			fileOf(files, "manifest.json").toString().replace("Brunnen", "Brunner"),
		);
		await expect(promisify(execFile)(program, words, { cwd })).rejects.toThrow();
	});

	test("is missing where the server has no key, and the bundle says so", async () => {
		const files = await unpacked(written(sourceOf(1, { batches: 0 }), { signing: undefined }));
		expect(Object.keys(files)).not.toContain("manifest.json.sig");
		expect(JSON.parse(fileOf(files, "manifest.json").toString()).signature).toBeNull();
		expect(fileOf(files, "index.html").toString()).toContain("This bundle is not signed");
	});
});

test("evidence names the controls and requirements that it serves, and they name their evidence", async () => {
	const source: BundleSource = {
		...sourceOf(0, { batches: 0 }),
		controls: [control("BC-01", ["1.1", "2.1"]), control("VM-01", ["2.2"], "2026-03-12")],
		async *runs() {
			yield [{ ...runOf(1), evidenceId: "by-run" }, { ...runOf(2), evidenceId: "by-run", result: "failed" }, runOf(3)];
		},
		async *evidence() {
			yield [
				piece("by-run", { about: [{ type: "asset", id: "h1.example" }] }),
				piece("by-link", {
					about: [{ type: "control", id: "id-of-BC-01" }],
					state: "withdrawn",
					stateReason: "Wrong year",
				}),
				piece("by-requirement", {
					about: [
						{ type: "requirement", id: "mvsp 1.1" },
						{ type: "requirement", id: "soc-2 1.1" },
						{ type: "control", id: "id-of-another-framework" },
					],
				}),
			];
		},
	};
	const files = await unpacked(written(source));
	const read = (path: string) => JSON.parse(fileOf(files, path).toString());
	expect(read("data/evidence.json").map(({ id, serves }: { id: string; serves: unknown }) => [id, serves])).toEqual([
		["by-run", { controls: ["VM-01"], requirements: ["2.2"] }],
		["by-link", { controls: ["BC-01"], requirements: ["1.1", "2.1"] }],
		["by-requirement", { controls: [], requirements: ["1.1"] }],
	]);
	expect(read("data/controls.json")).toMatchObject([
		{ code: "BC-01", evidence: ["by-link"] },
		{ code: "VM-01", evidence: ["by-run"] },
	]);
	const requirement = (id: string) => read("data/requirements.json").find((one: { id: string }) => one.id === id);
	expect(requirement("1.1")).toMatchObject({ controls: ["BC-01"], evidence: ["by-link", "by-requirement"] });
	expect(requirement("2.2")).toMatchObject({ controls: ["VM-01"], evidence: ["by-run"] });
	expect(requirement("1.2")).toMatchObject({ controls: [], evidence: [] });

	const page = fileOf(files, "index.html").toString();
	const anchors = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, name]) => name));
	const links = [...page.matchAll(/href="#([^"]+)"/g)].map(([, name = ""]) => decodeURIComponent(name));
	expect(links.length).toBeGreaterThan(10);
	expect(links.filter((name) => !anchors.has(name))).toEqual([]);
	expect(page).toContain("3 runs: 1 failed, 2 passed");
	expect(page).toContain("<b>retired on 12 Mar 2026</b>");
	expect(page).toContain("Withdrawn: Wrong year.");
});

test("a bundle says as of when it is", async () => {
	const now = () => new Date("2026-04-01T00:01:30Z");
	const files = await unpacked(written(sourceOf(1, { batches: 0 }), { now }));
	expect(JSON.parse(fileOf(files, "manifest.json").toString())).toMatchObject({
		createdAt: "2026-04-01T00:00:00.000Z",
		completedAt: "2026-04-01T00:01:30.000Z",
	});
	expect(fileOf(files, "index.html").toString()).toContain(
		"It was read from 2026-04-01 00:00:00 UTC to 2026-04-01 00:01:30 UTC.",
	);
});

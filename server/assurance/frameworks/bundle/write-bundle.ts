import { createHash } from "node:crypto";
import { csvLines, csvOf } from "#contract/csv.ts";
import { BUNDLE } from "#contract/frameworks/bundle.ts";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import { type StreamedEntry, type ZipEntry, zipOf } from "#server/platform/files/zip/zip-writer.ts";
import { evidenceOf, withPaths } from "../../evidence/evidence-of.ts";
import type { BundleSource } from "../store/bundle-source.ts";
import type { BundleAssessment } from "./bundle-assessment.ts";
import type { BundleDocument } from "./bundle-document.ts";
import type { BundleOf } from "./bundle-of.ts";
import { type BundlePage, bundlePage } from "./bundle-page.ts";
import type { BundleRun } from "./bundle-run.ts";
import { SIGNATURE_FILE, SIGNED_FILE, type Signer } from "./signing-key.ts";
import { whatServesWhat } from "./what-serves-what.ts";

/** The page lists this many runs, and this many pieces of evidence; all are in the data. */
const LISTED = 2_000;

/** The most PDFs of signed assessments. The others are in the table. */
const PDFS = 100;

/** The most bytes of evidence files: what a person can still send and open. */
const FILES_BYTES = 1_000_000_000;

const RUNS_CSV = csvOf<BundleRun>({
	id: ({ id }) => id,
	control: ({ control }) => control,
	test: ({ test }) => test,
	host: ({ host }) => host,
	at: ({ at }) => at,
	window_from: ({ windowFrom }) => windowFrom,
	window_to: ({ windowTo }) => windowTo,
	result: ({ result }) => result,
	reason: ({ reason }) => reason,
	expires_on: ({ expiresOn }) => expiresOn,
	by: ({ by }) => by,
	scan_id: ({ scanId }) => scanId,
	evidence_id: ({ evidenceId }) => evidenceId,
});

export type BundleParts = {
	documents: readonly BundleDocument[];
	framework: FrameworkDetail;
	/** Undefined if this server has no key to sign with. `address`: where anyone can read the public key. */
	signing: (Signer & { address: string }) | undefined;
	/** When reading began. */
	begunAt: Date;
	now: () => Date;
};

/**
 * The bundle, piece by piece. The manifest and its signature come last: a file that was cut off has none. Each file is in the manifest
 * with its size and SHA-256.
 */
export async function* writeBundle(of: BundleOf, source: BundleSource, parts: BundleParts): AsyncGenerator<Uint8Array> {
	yield* zipOf(entriesOf(of, source, parts));
}

async function* entriesOf(
	of: BundleOf,
	source: BundleSource,
	{ documents, framework, signing, begunAt, now }: BundleParts,
): AsyncGenerator<ZipEntry | StreamedEntry> {
	const files: { path: string; bytes: number; sha256: string }[] = [];
	const noted = (entry: ZipEntry | Written): ZipEntry | StreamedEntry => {
		const hash = createHash("sha256");
		const { path } = entry;
		if ("content" in entry) {
			const { content } = entry;
			files.push({ path, bytes: content.length, sha256: hash.update(content).digest("hex") });
			return { path, content };
		}
		async function* pieces(written: Written["written"]): AsyncGenerator<Buffer> {
			let bytes = 0;
			for await (const one of written) {
				const piece = Buffer.from(one);
				bytes += piece.length;
				hash.update(piece);
				yield piece;
			}
			files.push({ path, bytes, sha256: hash.digest("hex") });
		}
		return { path, pieces: pieces(entry.written) };
	};
	const { workspaceName, clientName, controls } = source;
	const page: BundlePage = {
		of,
		name: framework.name,
		workspaceName,
		clientName,
		createdAt: begunAt.toISOString(),
		completedAt: begunAt.toISOString(),
		signing,
		documents: [],
		requirements: [],
		controls: controls.map((control) => ({ ...control, evidence: [] })),
		runs: [],
		results: new Map(),
		evidence: [],
		evidenceTotal: 0,
		missing: 0,
	};
	for (const document of documents) {
		const { path } = document;
		yield noted({ path, written: document.pieces() });
		page.documents.push(path);
	}
	for await (const entry of dataOf(source, page, framework)) yield noted(entry);
	page.completedAt = now().toISOString();
	yield noted({ path: "index.html", content: Buffer.from(bundlePage(page)) });
	const manifest = {
		format: BUNDLE.format,
		version: BUNDLE.version,
		...of,
		workspace: workspaceName,
		client: clientName,
		// What changed after the first of these, such as evidence that was withdrawn, may be missing; after the second, it is.
		createdAt: page.createdAt,
		completedAt: page.completedAt,
		signature: signing
			? {
					algorithm: "Ed25519",
					file: SIGNATURE_FILE,
					keyId: signing.keyId,
					keySha256: signing.sha256,
					keyAddress: signing.address,
				}
			: null,
		files,
	};
	const content = json(manifest);
	yield { path: SIGNED_FILE, content };
	if (signing) yield { path: SIGNATURE_FILE, content: signing.sign(content) };
}

/** A file that is written piece by piece. */
type Written = { path: string; written: AsyncIterable<string | Uint8Array> };

async function* dataOf(
	source: BundleSource,
	page: BundlePage,
	framework: FrameworkDetail,
): AsyncGenerator<ZipEntry | Written> {
	const served = whatServesWhat(framework, source.controls);
	yield { path: "data/runs.csv", written: csvLines(RUNS_CSV, runsOf(source, page, served)) };
	yield* assessmentsOf(source, page);
	const files = new Set<string>();
	let packed = 0;
	for await (const rows of source.evidence()) {
		for await (const entry of evidenceOf({ evidenceFile: source.file }, rows, {
			fits: (bytes) => packed + bytes <= FILES_BYTES,
			files,
		})) {
			packed += entry.content.length;
			yield entry;
		}
	}
	yield { path: "data/evidence.json", written: evidenceJson(source, page, { files, served }) };
	page.controls = source.controls.map((control) => ({ ...control, evidence: served.evidenceOfControl(control.code) }));
	page.requirements = served.requirements();
	yield { path: "data/controls.json", content: json(page.controls) };
	yield { path: "data/requirements.json", content: json(page.requirements) };
}

type Served = ReturnType<typeof whatServesWhat>;

async function* runsOf(source: BundleSource, page: BundlePage, served: Served): AsyncGenerator<BundleRun[]> {
	for await (const runs of source.runs()) {
		for (const run of runs) {
			served.noteRun(run);
			const results = page.results.get(run.control) ?? new Map<string, number>();
			page.results.set(run.control, results.set(run.result, (results.get(run.result) ?? 0) + 1));
		}
		page.runs.push(...runs.slice(0, Math.max(0, LISTED - page.runs.length)));
		yield runs;
	}
}

/** Reads the pieces again, so that they are not held in memory until their files are packed. `files`: the ones that are packed. */
async function* evidenceJson(
	source: BundleSource,
	page: BundlePage,
	{ files, served }: { files: ReadonlySet<string>; served: Served },
): AsyncGenerator<string> {
	yield "[";
	for await (const rows of source.evidence()) {
		const pieces = rows.map((row) => ({ ...withPaths(row, files), serves: served.noteEvidence(row) }));
		page.missing += pieces.flatMap((piece) => piece.files).filter(({ file }) => file === null).length;
		page.evidence.push(
			...pieces.slice(0, Math.max(0, LISTED - page.evidence.length)).map((piece) => ({ ...piece, record: null })),
		);
		yield pieces.map((piece, at) => `${page.evidenceTotal + at > 0 ? "," : ""}\n\t${JSON.stringify(piece)}`).join("");
		page.evidenceTotal += pieces.length;
	}
	yield "\n]\n";
}

const ASSESSMENTS_CSV = csvOf<BundleAssessment & { pdf: string; pdfSha256: string }>({
	id: ({ id }) => id,
	title: ({ title }) => title,
	about: ({ subject }) => subject,
	template: ({ template }) => template,
	version: ({ version }) => String(version),
	state: ({ state }) => state,
	changed_at: ({ changedAt }) => changedAt,
	answered: ({ answered }) => String(answered),
	asked: ({ asked }) => String(asked),
	missing: ({ missing }) => String(missing),
	gaps: ({ gaps }) => String(gaps),
	revision: ({ signOff }) => (signOff ? String(signOff.revision) : ""),
	signed_at: ({ signOff }) => signOff?.signedAt ?? "",
	signers: ({ signOff }) => signOff?.signers.join("; ") ?? "",
	sha256_of_answers: ({ signOff }) => signOff?.sha256 ?? "",
	stands: ({ signOff }) => (signOff ? (signOff.stands ? "yes" : "no") : ""),
	pdf: ({ pdf }) => pdf,
	pdf_sha256: ({ pdfSha256 }) => pdfSha256,
});

/** Assessments as a table, and each signed revision as a PDF. */
async function* assessmentsOf(source: BundleSource, page: BundlePage): AsyncGenerator<ZipEntry> {
	const hashes = new Map<string, string>();
	const lines = [ASSESSMENTS_CSV.head];
	for (const one of source.assessments) {
		const path = one.signOff ? `documents/assessments/${one.id}-revision-${one.signOff.revision}.pdf` : "";
		if (one.signOff && !hashes.has(path) && hashes.size < PDFS) {
			const content = await source.signedPdf(one.id, one.signOff.revision);
			if (content) {
				hashes.set(path, createHash("sha256").update(content).digest("hex"));
				page.documents.push(path);
				yield { path, content };
			}
		}
		const pdfSha256 = hashes.get(path) ?? "";
		lines.push(ASSESSMENTS_CSV.line({ ...one, pdf: pdfSha256 === "" ? "" : path, pdfSha256 }));
	}
	yield { path: "data/assessments.csv", content: Buffer.from(lines.join("")) };
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, "\t")}\n`);

import { createHash } from "node:crypto";
import { csvLines, csvOf } from "#contract/csv.ts";
import { BUNDLE } from "#contract/frameworks/bundle.ts";
import { type StreamedEntry, type ZipEntry, zipOf } from "#server/platform/files/zip/zip-writer.ts";
import { evidenceOf, withPaths } from "../../evidence/evidence-of.ts";
import type { BundleSource } from "../store/bundle-source.ts";
import type { BundleAssessment } from "./bundle-assessment.ts";
import type { BundleDocument } from "./bundle-document.ts";
import type { BundleOf } from "./bundle-of.ts";
import { type BundlePage, bundlePage } from "./bundle-page.ts";
import type { BundleRun } from "./bundle-run.ts";

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

/**
 * The bundle, piece by piece. The manifest comes last: a file that was cut off has none. Each file is in it with its size and
 * SHA-256.
 */
export async function* writeBundle(
	of: BundleOf,
	source: BundleSource,
	{ documents, now }: { documents: readonly BundleDocument[]; now: Date },
): AsyncGenerator<Uint8Array> {
	yield* zipOf(entriesOf(of, source, documents, now));
}

async function* entriesOf(
	of: BundleOf,
	source: BundleSource,
	documents: readonly BundleDocument[],
	now: Date,
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
		async function* pieces(written: AsyncIterable<string>): AsyncGenerator<Buffer> {
			let bytes = 0;
			for await (const text of written) {
				const piece = Buffer.from(text);
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
		workspaceName,
		clientName,
		createdAt: now.toISOString(),
		documents: [],
		controls,
		runs: [],
		runsTotal: 0,
		evidence: [],
		evidenceTotal: 0,
		missing: 0,
	};
	for (const document of documents) {
		const { path } = document;
		yield noted("make" in document ? { path, content: await document.make() } : { path, written: document.pieces() });
		page.documents.push(path);
	}
	for await (const entry of dataOf(source, page)) yield noted(entry);
	yield noted({ path: "index.html", content: Buffer.from(bundlePage(page)) });
	const manifest = {
		format: BUNDLE.format,
		version: BUNDLE.version,
		...of,
		workspace: workspaceName,
		client: clientName,
		createdAt: page.createdAt,
		files,
	};
	yield { path: "manifest.json", content: json(manifest) };
}

/** A file that is written piece by piece. */
type Written = { path: string; written: AsyncIterable<string> };

async function* dataOf(source: BundleSource, page: BundlePage): AsyncGenerator<ZipEntry | Written> {
	yield { path: "data/controls.json", content: json(source.controls) };
	yield { path: "data/runs.csv", written: csvLines(RUNS_CSV, runsOf(source, page)) };
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
	yield { path: "data/evidence.json", written: evidenceJson(source, page, files) };
}

async function* runsOf(source: BundleSource, page: BundlePage): AsyncGenerator<BundleRun[]> {
	for await (const runs of source.runs()) {
		page.runsTotal += runs.length;
		page.runs.push(...runs.slice(0, Math.max(0, LISTED - page.runs.length)));
		yield runs;
	}
}

/** Reads the pieces again, so that they are not held in memory until their files are packed. `files`: the ones that are packed. */
async function* evidenceJson(
	source: BundleSource,
	page: BundlePage,
	files: ReadonlySet<string>,
): AsyncGenerator<string> {
	yield "[";
	for await (const rows of source.evidence()) {
		const pieces = rows.map((row) => withPaths(row, files));
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

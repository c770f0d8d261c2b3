import { createHash } from "node:crypto";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import {
	CLIENT_FILE,
	type ClientFileRow,
	type ClientFileSection,
	type ClientInFile,
	type ClientManifest,
} from "#contract/workspaces/client-file.ts";
import {
	CLIENT_FILE_BYTES,
	CLIENT_FILE_REST_BYTES,
	CLIENT_FILE_UNPACKED_BYTES,
} from "#contract/workspaces/client-file-limits.ts";
import { evidenceOf } from "#server/assurance/evidence/evidence-of.ts";
import { type ZipEntry, zipOf } from "#server/platform/files/zip/zip-writer.ts";
import { type ClientPage, clientPage } from "./client-page.ts";

/** How much of the file has been written: packed, and unpacked. */
type Written = { packed: number; unpacked: number };

const fits = ({ packed, unpacked }: Written, bytes: number): boolean =>
	packed + bytes <= CLIENT_FILE_BYTES - CLIENT_FILE_REST_BYTES &&
	unpacked + bytes <= CLIENT_FILE_UNPACKED_BYTES - CLIENT_FILE_REST_BYTES;

/** What a client's file is made from. */
export type ClientFileSource = {
	workspaceName: string;
	client: ClientInFile;
	/** In batches. Rows do not have the paths of their files yet. */
	rows<S extends ClientFileSection>(section: S): AsyncGenerator<ClientFileRow<S>[]>;
	/** Undefined if it was deleted in the meantime. */
	raw(scanId: string, name: string): Promise<Buffer | undefined>;
	reportFile(reportId: string, format: string): Promise<Buffer | undefined>;
	questionnaireFile(id: string): Promise<Buffer | undefined>;
	/** A file of a piece of evidence, or its thumbnail. Adds a line to its custody list that the file was read. */
	evidenceFile(id: EvidenceId, sha256: string): Promise<Buffer | undefined>;
};

/** The page lists this many findings, and this many pieces of evidence; all are in the data. */
const LISTED = 5_000;

/** The file of a client, piece by piece. */
export async function* writeClientFile(source: ClientFileSource, now: Date): AsyncGenerator<Uint8Array> {
	const written: Written = { packed: 0, unpacked: 0 };
	for await (const chunk of zipOf(withManifest(source, now, written))) {
		written.packed += chunk.length;
		yield chunk;
	}
}

async function* withManifest(source: ClientFileSource, now: Date, written: Written): AsyncGenerator<ZipEntry> {
	const files: ClientManifest["files"] = [];
	const page: ClientPage = {
		workspaceName: source.workspaceName,
		client: source.client,
		exportedAt: now.toISOString(),
		hosts: [],
		findings: [],
		findingsTotal: 0,
		scans: [],
		reports: [],
		evidence: [],
		evidenceTotal: 0,
		missing: 0,
	};
	const noted = ({ path, content }: ZipEntry): ZipEntry => {
		written.unpacked += content.length;
		files.push({ path, bytes: content.length, sha256: createHash("sha256").update(content).digest("hex") });
		return { path, content };
	};
	for await (const entry of contentsOf(source, page, written)) yield noted(entry);
	yield noted({ path: "index.html", content: Buffer.from(clientPage(page)) });
	const manifest: ClientManifest = {
		format: CLIENT_FILE.format,
		version: CLIENT_FILE.version,
		exportedAt: page.exportedAt,
		workspace: { name: source.workspaceName },
		client: { name: source.client.name },
		files,
	};
	yield { path: "manifest.json", content: json(manifest) };
}

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, "\t")}\n`);

/** Sections without files. */
const PLAIN_SECTIONS = [
	"hosts",
	"days",
	"schedules",
	"frameworks",
	"controls",
	"tasks",
	"assessments",
	"assessment-answers",
	"runs",
	"words",
	"library",
	"replies",
] as const;

/** Everything but the page and the manifest. Collects what the page lists. */
async function* contentsOf(source: ClientFileSource, page: ClientPage, written: Written): AsyncGenerator<ZipEntry> {
	yield { path: "data/client.json", content: json(source.client) };
	for (const section of PLAIN_SECTIONS) {
		let part = 0;
		for await (const rows of source.rows(section)) {
			if (section === "hosts") page.hosts.push(...rows.map((row) => ("host" in row ? row.host : "")));
			yield { path: partPath(section, ++part), content: json(rows) };
		}
	}
	yield* scansOf(source, page);
	let part = 0;
	for await (const rows of source.rows("findings")) {
		page.findingsTotal += rows.length;
		page.findings.push(...rows.slice(0, Math.max(0, LISTED - page.findings.length)).map(lineOf));
		yield { path: partPath("findings", ++part), content: json(rows) };
	}
	yield* reportsOf(source, page);
	// Last, because their files take whatever room is left.
	yield* questionnairesOf(source, written);
	yield* allEvidenceOf(source, page, written);
}

async function* allEvidenceOf(source: ClientFileSource, page: ClientPage, written: Written): AsyncGenerator<ZipEntry> {
	const files = new Set<string>();
	let part = 0;
	for await (const rows of source.rows("evidence")) {
		const pieces = yield* evidenceOf(source, rows, { fits: (bytes) => fits(written, bytes), files });
		page.evidenceTotal += pieces.length;
		page.missing += pieces.flatMap(({ files }) => files).filter(({ file }) => file === null).length;
		page.evidence.push(...pieces.slice(0, Math.max(0, LISTED - page.evidence.length)));
		yield { path: partPath("evidence", ++part), content: json(pieces) };
	}
}

async function* scansOf(source: ClientFileSource, page: ClientPage): AsyncGenerator<ZipEntry> {
	let part = 0;
	for await (const rows of source.rows("scans")) {
		const scans: ClientFileRow<"scans">[] = [];
		for (const row of rows) {
			const raw: (typeof row)["raw"] = [];
			for (const { file: _, ...output } of row.raw) {
				const content = await source.raw(row.id, output.name);
				if (!content) continue;
				// Names chosen by our engines, such as nmap.xml; any other name becomes a number.
				const name = /^[\w-][\w.-]{0,80}$/.test(output.name) ? output.name : `output-${raw.length + 1}`;
				const file = `files/raw/${row.id}/${name}`;
				yield { path: file, content };
				raw.push({ ...output, file });
			}
			scans.push({ ...row, raw });
			const { kind, target, status, finishedAt } = row;
			page.scans.push({ kind, target, status, finishedAt, files: raw.map(({ file }) => file) });
		}
		yield { path: partPath("scans", ++part), content: json(scans) };
	}
}

async function* reportsOf(source: ClientFileSource, page: ClientPage): AsyncGenerator<ZipEntry> {
	let part = 0;
	for await (const rows of source.rows("reports")) {
		const reports: ClientFileRow<"reports">[] = [];
		for (const row of rows) {
			const files: (typeof row)["files"] = [];
			for (const { format } of row.files) {
				const content = await source.reportFile(row.id, format);
				if (!content) continue;
				const file = `files/reports/${row.id}.${format}`;
				yield { path: file, content };
				files.push({ format, file });
			}
			reports.push({ ...row, files });
			page.reports.push({ name: row.name, acceptedAt: row.acceptedAt, files: files.map(({ file }) => file) });
		}
		yield { path: partPath("reports", ++part), content: json(reports) };
	}
}

async function* questionnairesOf(source: ClientFileSource, written: Written): AsyncGenerator<ZipEntry> {
	const files = new Set<string>();
	let part = 0;
	for await (const rows of source.rows("questionnaires")) {
		const questionnaires: ClientFileRow<"questionnaires">[] = [];
		for (const row of rows) {
			const path = `files/questionnaires/${row.sha256}.${row.fileType}`;
			// Two may have the same file.
			if (!files.has(path)) {
				const content = fits(written, row.size) ? await source.questionnaireFile(row.id) : undefined;
				if (content) {
					files.add(path);
					yield { path, content };
				}
			}
			questionnaires.push({ ...row, file: files.has(path) ? path : null });
		}
		yield { path: partPath("questionnaires", ++part), content: json(questionnaires) };
	}
}

const partPath = (section: ClientFileSection, part: number): string =>
	`data/${section}-${String(part).padStart(4, "0")}.json`;

const lineOf = ({ finding, asset, verdict, fixedAt, lastSeenAt }: ClientFileRow<"findings">) => ({
	severity: finding.severity,
	title: finding.title,
	host: asset,
	place: finding.location.path,
	state: verdict?.state ?? (fixedAt === null ? "open" : "fixed"),
	lastSeenAt,
});

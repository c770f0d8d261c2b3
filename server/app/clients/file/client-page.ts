import type { Severity } from "#contract/findings/severity.ts";
import { counted } from "#contract/format/count.ts";
import { KINDS, type ScanKind } from "#contract/kinds/kinds.ts";
import type { ClientFileRow, ClientInFile } from "#contract/workspaces/client-file.ts";
import { countryText } from "#contract/workspaces/country-text.ts";
import { evidenceText } from "#server/assurance/evidence/evidence-text.ts";
import { pageFromDisk } from "#server/platform/paper/pages/page-from-disk.ts";
import { html, type TrustedHtml } from "#server/platform/texts/html.ts";
import { site } from "#src/config/site.ts";

/** What the page of a client's file shows. */
export type ClientPage = {
	workspaceName: string;
	client: ClientInFile;
	exportedAt: string;
	hosts: string[];
	findings: { severity: Severity; title: string; host: string; place: string; state: string; lastSeenAt: string }[];
	findingsTotal: number;
	scans: { kind: ScanKind; target: string; status: string; finishedAt: string; files: string[] }[];
	reports: { name: string; acceptedAt: string; files: string[] }[];
	evidence: ClientFileRow<"evidence">[];
	evidenceTotal: number;
	/** How many of its files did not fit. */
	missing: number;
};

const WORDS: Readonly<Record<string, string>> = {
	high: "High",
	medium: "Medium",
	low: "Low",
	none: "Info",
	open: "Open",
	fixed: "Fixed",
	accepted: "Accepted risk",
	"false-positive": "Not a problem",
	completed: "Completed",
	failed: "Failed",
};

/** The page of a client's file, which opens from a disk. All texts in it are untrusted, and escaped. */
export function clientPage(page: ClientPage): string {
	const { client, workspaceName, exportedAt, findings, findingsTotal } = page;
	const more = findingsTotal - findings.length;
	const moreEvidence = page.evidenceTotal - page.evidence.length;
	return pageFromDisk({
		title: `${client.name} · ${site.name}`,
		main: html`<h1>${client.name}</h1>
<p>Handed over by ${workspaceName} on ${day(exportedAt)} (UTC). Everything is in the folders <code>data</code> and <code>files</code> beside this page; <code>manifest.json</code> lists each file with its checksum.</p>
${described(client)}
<h2>Hosts</h2>
${page.hosts.length === 0 ? html`<p>None.</p>` : html`<ul>${page.hosts.map((host) => html`<li>${host}</li>`)}</ul>`}
<h2>Findings</h2>
${table(
	["Severity", "What", "Host", "Place", "State", "Last seen"],
	findings.map(({ severity, title, host, place, state, lastSeenAt }) => [
		word(severity),
		title,
		host,
		place,
		word(state),
		day(lastSeenAt),
	]),
)}
${more > 0 ? html`<p>And ${more} more, in <code>data</code>.</p>` : undefined}
<h2>Scans</h2>
${table(
	["Kind", "Target", "State", "Ended", "Tool output"],
	page.scans.map(({ kind, target, status, finishedAt, files }) => [
		KINDS[kind].name,
		target,
		word(status),
		day(finishedAt),
		links(files),
	]),
)}
<h2>Reports</h2>
${table(
	["Name", "Created", "Files"],
	page.reports.map(({ name, acceptedAt, files }) => [name, day(acceptedAt), links(files)]),
)}
<h2>Evidence</h2>
${page.missing > 0 ? html`<p><b>${counted(page.missing, "file")} of evidence did not fit into this file.</b> The pieces below name them with their checksums. They are where they were, in ${workspaceName}.</p>` : undefined}
${page.evidence.map(evidenceText)}
${page.evidence.length === 0 ? html`<p>None.</p>` : undefined}
${moreEvidence > 0 ? html`<p>And ${moreEvidence} more, in <code>data</code>.</p>` : undefined}`,
	});
}

const described = ({ country, sector, contact }: ClientInFile): TrustedHtml | undefined => {
	const texts = [countryText(country), sector, contact].filter((text) => text !== "");
	return texts.length > 0 ? html`<p>${texts.join(" · ")}</p>` : undefined;
};

const day = (time: string): string => time.slice(0, 10);
const word = (state: string): string => WORDS[state] ?? state;
/** This server chose these paths: they cannot lead out of the folder. */
const links = (files: readonly string[]): TrustedHtml =>
	html`${files.map((file) => html`<a href="${file}">${file.split("/").at(-1)}</a> `)}`;

const table = (head: readonly string[], rows: readonly (readonly (string | TrustedHtml)[])[]): TrustedHtml =>
	rows.length === 0
		? html`<p>None.</p>`
		: html`<table><thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead><tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody></table>`;

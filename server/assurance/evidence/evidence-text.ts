import type { CustodyEntry, Subject } from "#contract/evidence/evidence.ts";
import { counted } from "#contract/format/count.ts";
import { sizeText } from "#contract/format/size.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { html, type TrustedHtml } from "#server/platform/texts/html.ts";

type Piece = ClientFileRow<"evidence">;

const ACTS: Readonly<Record<CustodyEntry["what"], string>> = {
	received: "received from",
	redacted: "parts of its pictures covered, before they were sent, by",
	recorded: "recorded by Plumbline from a scan that was asked for by",
	changed: "what is written about it changed by",
	linked: "put on something by",
	unlinked: "taken off something by",
	opened: "a file opened by",
	submitted: "submitted by",
	accepted: "accepted by",
	returned: "returned by",
	withdrawn: "withdrawn by",
	superseded: "superseded by a piece accepted by",
};

/** Ids of findings and scans mean nothing to a person. */
const aboutText = ({ type, id }: Subject): string => (type === "asset" ? id : `a ${type}`);
const aboutAll = (about: readonly Subject[]): string => {
	const others = Map.groupBy(
		about.filter(({ type }) => type !== "asset"),
		({ type }) => type,
	);
	const hosts = about.flatMap(({ type, id }) => (type === "asset" ? [id] : []));
	return [...hosts, ...[...others].map(([type, all]) => counted(all.length, type))].join(", ");
};
const timeText = (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`;

/** A piece of evidence on the page in a client's file. All texts in it are untrusted, and escaped. */
export const evidenceText = ({
	title,
	note,
	takenAt,
	takenBy,
	files,
	about,
	custody,
}: Piece): TrustedHtml => html`<h3>${title}</h3>
<p>Taken ${timeText(takenAt)} by ${takenBy}.${about.length > 0 ? html` About ${aboutAll(about)}.` : undefined}</p>
${note === "" ? undefined : html`<p style="white-space:pre-line">${note}</p>`}
${files.length === 0 ? undefined : html`<ul>${files.map((file) => html`<li>${fileText(file)}</li>`)}</ul>`}
<details><summary>Custody</summary><ol>${custody.map(
	({ at, by, what, about }) =>
		html`<li>${timeText(at)}: ${ACTS[what]} ${by}${about ? ` (${aboutText(about)})` : ""}</li>`,
)}</ol></details>
`;

/** The server chose these paths: they cannot lead out of the folder. */
const fileText = ({ name, bytes, sha256, file, thumbnail }: Piece["files"][number]): TrustedHtml =>
	file !== null
		? html`<a href="${file}" download="${name}">${name}</a>, ${sizeText(bytes)}`
		: html`${name}, ${sizeText(bytes)}: <b>not in this file, because it did not fit.</b> SHA-256 <code>${sha256}</code>${
				thumbnail === null ? undefined : html` (<a href="${thumbnail}">small picture</a>)`
			}`;

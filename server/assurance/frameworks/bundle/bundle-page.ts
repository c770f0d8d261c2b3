import { REQUIREMENT_STANDING_LABELS } from "#contract/controls/standing.ts";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { REASON_LABELS } from "#contract/frameworks/frameworks.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { pageFromDisk } from "#server/platform/paper/pages/page-from-disk.ts";
import { html, type TrustedHtml } from "#server/platform/texts/html.ts";
import { site } from "#src/config/site.ts";
import { evidenceText } from "../../evidence/evidence-text.ts";
import { DECISION_LABELS } from "../statement/statement-rows.ts";
import type { BundleControl } from "./bundle-control.ts";
import type { BundleOf } from "./bundle-of.ts";
import type { BundleRun } from "./bundle-run.ts";
import { checkLines, SIGNATURE_FILE, type Signer } from "./signing-key.ts";
import type { BundleRequirement, Serves } from "./what-serves-what.ts";

/** What the index of a bundle shows. */
export type BundlePage = {
	of: BundleOf;
	/** The framework's. Untrusted text if the workspace added it. */
	name: string;
	workspaceName: string;
	clientName: string;
	createdAt: string;
	completedAt: string;
	signing: (Pick<Signer, "keyId" | "sha256"> & { address: string }) | undefined;
	documents: string[];
	requirements: BundleRequirement[];
	/** With the ids of evidence about them. */
	controls: (BundleControl & { evidence: string[] })[];
	runs: BundleRun[];
	/** How many runs of each control had each result, including those that are not listed. */
	results: Map<string, Map<string, number>>;
	evidence: (ClientFileRow<"evidence"> & { serves: Serves })[];
	evidenceTotal: number;
	/** Files of evidence that did not fit. */
	missing: number;
};

/** The page that opens from a disk. All texts in it are untrusted, and escaped. */
export function bundlePage(page: BundlePage): string {
	const { of, name, clientName, workspaceName, requirements, controls, runs, evidence } = page;
	const ofControl = Map.groupBy(runs, ({ control }) => control);
	const titles = new Map(evidence.map(({ id, title }) => [id, title]));
	return pageFromDisk({
		title: `Audit bundle: ${name} · ${clientName}`,
		main: html`<h1>${name}</h1>
<p>What ${workspaceName} shows of ${clientName} for ${dayText(of.from)} to ${dayText(of.to)}. Made by ${site.name} on ${dayText(page.createdAt.slice(0, 10))} (UTC).</p>
<p>It was read from ${secondText(page.createdAt)} to ${secondText(page.completedAt)}. Later changes, such as evidence that was withdrawn after that, are not in it.</p>
<p>Nothing here says that requirements are met: that is for the reader to judge.</p>
<nav><ul><li><a href="#documents">Documents</a></li><li><a href="#requirements">By requirement</a></li><li><a href="#controls">By control</a></li><li><a href="#evidence">Evidence</a></li><li><a href="#check">How to check that nothing was changed</a></li></ul></nav>
<h2 id="documents">Documents</h2>
<ul>${page.documents.map((path) => html`<li><a href="${path}">${path.split("/").at(-1)}</a></li>`)}</ul>
<h2 id="requirements">By requirement</h2>
${requirements.map((requirement) => requirementText(requirement, titles))}
<h2 id="controls">By control</h2>
${controls.length === 0 ? html`<p>No control serves this framework.</p>` : undefined}
${controls.map((control) => controlText(control, { runs: ofControl.get(control.code) ?? [], results: page.results.get(control.code), titles }))}
<h2 id="evidence">Evidence</h2>
${page.missing > 0 ? html`<p><b>Files of evidence that did not fit into this bundle: ${page.missing}.</b> The pieces below name them with their checksums.</p>` : undefined}
${evidence.map(pieceText)}
${evidence.length === 0 ? html`<p>None that was accepted and is about this time.</p>` : undefined}
${page.evidenceTotal > evidence.length ? html`<p>And ${page.evidenceTotal - evidence.length} more, in <code>data</code>.</p>` : undefined}
<h2 id="check">How to check that nothing was changed</h2>
${page.signing ? signedText(page.signing) : html`<p>This bundle is not signed: the server that made it has no key. <code>manifest.json</code> lists each file with its SHA-256.</p>`}`,
	});
}

const secondText = (time: string): string => `${time.slice(0, 19).replace("T", " ")} UTC`;

const requirementAnchor = (id: string): string => `requirement-${id.replaceAll(/\s/g, "_")}`;
const controlAnchor = (code: string): string => `control-${code}`;
const evidenceAnchor = (id: string): string => `evidence-${id}`;
const fragment = (anchor: string): string => `#${encodeURIComponent(anchor)}`;

const controlLinks = (codes: readonly string[]): TrustedHtml[] =>
	codes.map((code, at) => html`${at > 0 ? ", " : ""}<a href="${fragment(controlAnchor(code))}">${code}</a>`);
const requirementLinks = (ids: readonly string[]): TrustedHtml[] =>
	ids.map((id, at) => html`${at > 0 ? ", " : ""}<a href="${fragment(requirementAnchor(id))}">${id}</a>`);

/** Links to pieces that are on the page, folded. */
function evidenceLinks(ids: readonly string[], titles: ReadonlyMap<string, string>): TrustedHtml {
	if (ids.length === 0) return html`<p>No evidence about this time.</p>`;
	const listed = ids.filter((id) => titles.has(id));
	return html`<details><summary>${counted(ids.length, "piece of evidence", "pieces of evidence")}</summary><ul>${listed.map((id) => html`<li><a href="${fragment(evidenceAnchor(id))}">${titles.get(id)}</a></li>`)}</ul>${
		ids.length > listed.length
			? html`<p>And ${ids.length - listed.length} more, in <code>data/evidence.json</code>.</p>`
			: undefined
	}</details>`;
}

function requirementText(requirement: BundleRequirement, titles: ReadonlyMap<string, string>): TrustedHtml {
	const { id, title, isHeading, decision, reasons, implementation, standing, controls, evidence } = requirement;
	if (isHeading) return html`<h3>${id} ${title}</h3>\n`;
	const state = DECISION_LABELS[decision?.state ?? "undecided"];
	const why = [reasons.map((reason) => REASON_LABELS[reason]).join(", "), decision?.justification ?? ""]
		.filter(Boolean)
		.join(". ");
	const stands =
		decision?.state === "not-applicable" || standing === null
			? ""
			: ` · ${implementation} · ${REQUIREMENT_STANDING_LABELS[standing]}`;
	return html`<section id="${requirementAnchor(id)}"><h4>${id} ${title}</h4>
<p>${state}${why === "" ? "" : `: ${why}`}${stands}</p>
<p>${controls.length === 0 ? "No control serves it." : html`Controls: ${controlLinks(controls)}.`}</p>
${controls.length > 0 || evidence.length > 0 ? evidenceLinks(evidence, titles) : undefined}</section>
`;
}

type OfControl = {
	runs: readonly BundleRun[];
	results: ReadonlyMap<string, number> | undefined;
	titles: ReadonlyMap<string, string>;
};

const controlText = (control: BundlePage["controls"][number], { runs, results, titles }: OfControl): TrustedHtml => {
	const { code, title, objective, state, retiredOn, reason, owner, leftOut, requirements, tests, evidence } = control;
	return html`<section id="${controlAnchor(code)}"><h3>${code} ${title}</h3>
<p>${objective}</p>
<p>State: ${retiredOn === null ? state : html`<b>retired on ${dayText(retiredOn)}</b>; its tests were due until then`}${reason === "" ? "" : ` (${reason})`}. Owner: ${owner === "" ? "none" : owner}. Serves ${requirementLinks(requirements)}.</p>
${leftOut.length === 0 ? undefined : html`<p>Hosts left out of it:</p><ul>${leftOut.map(({ host, reason, by, at }) => html`<li>${host}: ${reason} (${by}, ${at.slice(0, 10)})</li>`)}</ul>`}
${tests.length === 0 ? html`<p><b>Nothing tests this control.</b></p>` : html`<ul>${tests.map((test) => html`<li>${test.title}: by ${test.kind}, every ${test.everyDays} days${test.active ? "" : ", paused"}</li>`)}</ul>`}
${results === undefined ? html`<p>No run of its tests in this time.</p>` : runsText({ runs, results, titles })}
${evidenceLinks(evidence, titles)}
</section>
`;
};

function runsText({ runs, results, titles }: OfControl & { results: ReadonlyMap<string, number> }): TrustedHtml {
	const all = [...results.values()].reduce((sum, count) => sum + count, 0);
	const counts = [...results].map(([result, count]) => `${count.toLocaleString("en")} ${result}`).toSorted();
	return html`<details><summary>${counted(all, "run")}: ${counts.join(", ")}</summary><table><thead><tr><th scope="col">Day</th><th scope="col">Test</th><th scope="col">Host</th><th scope="col">Result</th><th scope="col">Why</th></tr></thead><tbody>
${runs.map(({ at, test, host, result, reason, evidenceId }) => html`<tr><td>${at.slice(0, 10)}</td><td>${test}</td><td>${host}</td><td>${evidenceId === null || !titles.has(evidenceId) ? result : html`<a href="${fragment(evidenceAnchor(evidenceId))}">${result}</a>`}</td><td>${reason}</td></tr>\n`)}</tbody></table>${
		all > runs.length ? html`<p>And ${all - runs.length} more, in <code>data/runs.csv</code>.</p>` : undefined
	}</details>`;
}

const STATES: Readonly<Record<string, string>> = {
	accepted: "Accepted",
	superseded: "Superseded by a later piece",
	withdrawn: "Withdrawn",
};

function pieceText(piece: BundlePage["evidence"][number]): TrustedHtml {
	const { id, state = "accepted", stateReason = "", reviewedByAuthor = false, serves } = piece;
	return html`<section id="${evidenceAnchor(id)}">${evidenceText(piece)}
<p>${STATES[state] ?? state}${reviewedByAuthor ? ", reviewed by its author" : ""}${stateReason === "" ? "" : `: ${stateReason}`}.${serves.controls.length === 0 ? undefined : html` Controls: ${controlLinks(serves.controls)}.`}${serves.requirements.length === 0 ? undefined : html` Requirements: ${requirementLinks(serves.requirements)}.`}</p>
</section>
`;
}

function signedText({ keyId, sha256, address }: NonNullable<BundlePage["signing"]>): TrustedHtml {
	const check = checkLines(keyId);
	return html`<p><code>manifest.json</code> lists each file with its SHA-256, and <code>${SIGNATURE_FILE}</code> is its signature (Ed25519). Get the public key from <a href="${address}">${address}</a>, not from the person who sent you this bundle. Its SHA-256 is <code>${sha256}</code>.</p>
<p>Put <code>${keyId}.pem</code> next to <code>manifest.json</code>, and run this with OpenSSL 3:</p>
<pre>${check.signature}</pre>
<p>It prints “Signature Verified Successfully”. This compares every file with the manifest, and prints nothing if they match:</p>
<pre>${check.files}</pre>`;
}

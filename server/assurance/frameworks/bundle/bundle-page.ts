import { dayText } from "#contract/format/time.ts";
import { PACKS } from "#contract/frameworks/packs.ts";
import type { ClientFileRow } from "#contract/workspaces/client-file.ts";
import { pageFromDisk } from "#server/platform/paper/pages/page-from-disk.ts";
import { html, type TrustedHtml } from "#server/platform/texts/html.ts";
import { site } from "#src/config/site.ts";
import { evidenceText } from "../../evidence/evidence-text.ts";
import type { BundleControl } from "./bundle-control.ts";
import type { BundleOf } from "./bundle-of.ts";
import type { BundleRun } from "./bundle-run.ts";

/** What the index of a bundle shows. */
export type BundlePage = {
	of: BundleOf;
	workspaceName: string;
	clientName: string;
	createdAt: string;
	documents: string[];
	controls: BundleControl[];
	runs: BundleRun[];
	runsTotal: number;
	evidence: ClientFileRow<"evidence">[];
	evidenceTotal: number;
	/** Files of evidence that did not fit. */
	missing: number;
};

/** The page that opens from a disk. All texts in it are untrusted, and escaped. */
export function bundlePage(page: BundlePage): string {
	const { of, clientName, workspaceName, controls, runs, evidence } = page;
	const name = PACKS[of.framework].name;
	const ofControl = Map.groupBy(runs, ({ control }) => control);
	return pageFromDisk({
		title: `Audit bundle: ${name} · ${clientName}`,
		main: html`<h1>${name}</h1>
<p>What ${workspaceName} shows of ${clientName} for ${dayText(of.from)} to ${dayText(of.to)}. Made by ${site.name} on ${dayText(page.createdAt.slice(0, 10))} (UTC).</p>
<p>Nothing here says that requirements are met: that is for the reader to judge. <code>manifest.json</code> lists each file with its SHA-256, so that a change can be noticed.</p>
<h2>Documents</h2>
<ul>${page.documents.map((path) => html`<li><a href="${path}">${path.split("/").at(-1)}</a></li>`)}</ul>
<h2>Controls</h2>
${controls.length === 0 ? html`<p>No control serves this framework.</p>` : undefined}
${controls.map((control) => controlText(control, ofControl.get(control.code) ?? []))}
${page.runsTotal > runs.length ? html`<p>And ${page.runsTotal - runs.length} more runs, in <code>data/runs.csv</code>.</p>` : undefined}
<h2>Evidence</h2>
${page.missing > 0 ? html`<p><b>Files of evidence that did not fit into this bundle: ${page.missing}.</b> The pieces below name them with their checksums.</p>` : undefined}
${evidence.map(evidenceText)}
${evidence.length === 0 ? html`<p>None that was accepted and speaks of this time.</p>` : undefined}
${page.evidenceTotal > evidence.length ? html`<p>And ${page.evidenceTotal - evidence.length} more, in <code>data</code>.</p>` : undefined}`,
	});
}

const controlText = (
	{ code, title, objective, state, reason, owner, requirements, tests }: BundleControl,
	runs: readonly BundleRun[],
): TrustedHtml => html`<h3>${code} ${title}</h3>
<p>${objective}</p>
<p>State: ${state}${reason === "" ? "" : ` (${reason})`}. Owner: ${owner === "" ? "none" : owner}. Serves ${requirements.join(", ")}.</p>
${tests.length === 0 ? html`<p><b>Nothing tests this control.</b></p>` : html`<ul>${tests.map((test) => html`<li>${test.title}: by ${test.kind}, every ${test.everyDays} days${test.active ? "" : ", paused"}</li>`)}</ul>`}
${
	runs.length === 0
		? html`<p>No run of its tests in this time.</p>`
		: html`<table><thead><tr><th scope="col">Day</th><th scope="col">Test</th><th scope="col">Host</th><th scope="col">Result</th><th scope="col">Why</th></tr></thead><tbody>
${runs.map(({ at, test, host, result, reason }) => html`<tr><td>${at.slice(0, 10)}</td><td>${test}</td><td>${host}</td><td>${result}</td><td>${reason}</td></tr>\n`)}</tbody></table>`
}
`;

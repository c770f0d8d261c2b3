import type { ScanPart, ScanReport, SentItem } from "#contract/findings.ts";
import { clock, dayAndTime, duration } from "./dates.ts";
import { html, type TrustedHtml } from "./html.ts";
import { counted } from "./severity-words.ts";

const partItem = (part: ScanPart): TrustedHtml =>
	part.status === "evaluated"
		? html`<li><span class="tick" aria-hidden="true">✓</span><span>${part.label} <span class="quiet">Evaluated</span></span></li>`
		: html`<li><span class="tick" aria-hidden="true">–</span><span>${part.label} <b>Not evaluated.</b> ${part.reason}</span></li>`;

/** Every part of the scan: looked at, or not and why. */
export const partsSection = ({ parts }: ScanReport): TrustedHtml =>
	html`<section class="part" aria-labelledby="parts"><h2 id="parts">Parts looked at</h2><div class="body">
${parts.length === 0 ? html`<p>No part could be looked at.</p>` : html`<ul class="checklist">${parts.map(partItem)}</ul>`}
</div></section>
`;

// Roles are spelled out because narrow screens lay the rows out as blocks, which can take a table's meaning away.
const sentRow = ({ at, what, address, outcome }: SentItem): TrustedHtml =>
	html`<tr role="row"><td role="cell"><time datetime="${at}">${clock(new Date(at))}</time></td><td role="cell" class="what">${what}</td><td role="cell">${address === "" ? "our resolver" : address}</td><td role="cell">${outcome}</td></tr>`;

const sentTable = (sent: readonly SentItem[]): TrustedHtml =>
	html`<details class="more"><summary>Show all ${sent.length}, in order</summary>
<table class="sent" role="table"><thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Time, UTC</th><th role="columnheader" scope="col">What</th><th role="columnheader" scope="col">To</th><th role="columnheader" scope="col">Outcome</th></tr></thead><tbody role="rowgroup">${sent.map(sentRow)}</tbody></table>
</details>`;

/** What was sent and when, for whoever operates the host. */
export const sentSection = ({ sent, startedAt, finishedAt }: ScanReport, scannerInfo: string): TrustedHtml =>
	html`<section class="part" aria-labelledby="sent"><h2 id="sent">What was sent to the host</h2><div class="body">
<p>${counted(sent.length, "request")} within ${duration(new Date(startedAt), new Date(finishedAt))}, from ${dayAndTime(new Date(startedAt))} on. Nothing was changed on the host and no sign-in was tried. <a href="${scannerInfo}">How our scanner behaves</a></p>
${sent.length === 0 ? undefined : sentTable(sent)}
</div></section>
`;

/** What a reader must not take from the report. */
export const limitsSection = (): TrustedHtml =>
	html`<section class="part" aria-labelledby="limits"><h2 id="limits">What this does not say</h2><div class="body">
<ul class="prose">
<li>It does not say that the target is secure. It says what could be seen from outside, with few and harmless requests, at one moment.</li>
<li>It is not a penetration test. Nothing was attacked, nobody signed in, and no form was filled in.</li>
<li>It does not show that a law or a standard is met. A finding can be evidence against a control; the lack of one is no proof for it.</li>
<li>Version numbers come from what the host says about itself. Distributions repair old versions without changing the number, so such findings carry low confidence.</li>
</ul>
</div></section>
`;

import { timeText } from "#contract/format/time.ts";
import type { ScanFailure } from "#contract/scans.ts";
import { html } from "../../reports/pages/html.ts";
import { type MailMessage, mailShell, scanMailFoot, mailStyle as style, textFoot } from "./mail-shell.ts";
import { mailTarget, unlinked } from "./unlinked.ts";

type ScanFailedMail = { target: string; failure: ScanFailure; requestedAt: Date; notMeLink: string };

/** The mail that says a scan failed and why, so that nobody waits for a report or takes silence for a clean result. */
export const scanFailedMail = ({ target, failure, requestedAt, notMeLink }: ScanFailedMail): MailMessage => {
	const name = mailTarget(target);
	const subject = `No scan report for ${name}: the scan did not finish`;
	const what = unlinked(failure.message, 300);
	const meaning = "There is no report. This says nothing about how secure the target is.";
	const asked = `The scan was asked for on ${timeText(requestedAt, "utc")}.`;
	const main = html`<h1 style="${style.title}">The scan of ${name} did not finish</h1>
<p style="${style.paragraph}">${what}</p>
<p style="${style.paragraph}">${meaning}</p>
<p class="quiet" style="${style.quiet}">${asked}</p>`;
	return {
		subject,
		text: [`The scan of ${name} did not finish`, what, meaning, asked, ...textFoot(notMeLink)].join("\n\n"),
		html: mailShell({ subject, preheader: what, main, foot: scanMailFoot(notMeLink) }),
	};
};

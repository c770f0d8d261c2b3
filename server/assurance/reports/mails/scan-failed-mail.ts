import { timeText } from "#contract/format/time.ts";
import type { ScanFailure } from "#contract/scans/scans.ts";
import {
	type MailMessage,
	mailShell,
	quietLine,
	scanMailFoot,
	mailStyle as style,
} from "#server/platform/mail/mail-shell.ts";
import { mailTarget, unlinked } from "#server/platform/mail/unlinked.ts";
import { html } from "#server/platform/texts/html.ts";

type ScanFailedMail = { target: string; failure: ScanFailure; requestedAt: Date; notMeLink: string };

/** Says that a scan failed and why, so that the reader neither waits for a report nor takes silence for a clean result. */
export const scanFailedMail = ({ target, failure, requestedAt, notMeLink }: ScanFailedMail): MailMessage => {
	const name = mailTarget(target);
	const subject = `No scan report for ${name}: the scan did not finish`;
	const what = unlinked(failure.message, 300);
	const meaning = "There is no report. This says nothing about how secure the target is.";
	const title = `The scan of ${name} did not finish`;
	const asked = `The scan was requested on ${timeText(requestedAt, "utc")}.`;
	const foot = scanMailFoot(notMeLink, name, what);
	const main = html`<h1 style="${style.title}">${title}</h1>
<p style="${style.paragraph}">${what}</p>
<p style="${style.paragraph}">${meaning}</p>
${quietLine(asked)}`;
	return {
		subject,
		text: [title, what, meaning, asked, ...foot.text].join("\n\n"),
		html: mailShell({ subject, preheader: what, main, foot: foot.html }),
	};
};

import { counted } from "#contract/format/count.ts";
import { site } from "#src/config/site.ts";
import { html } from "../../reports/pages/html.ts";
import { SEVERITY_LABELS } from "../../reports/severity-labels.ts";
import { CHANGES, type Change, type ChangedFinding, type Digest } from "../../schedules/digest.ts";
import { type MailMessage, mailShell, mailStyle as style } from "./mail-shell.ts";
import { unlinked } from "./unlinked.ts";

type DigestMail = {
	digest: Digest;
	/** Where the findings are read, and the schedules. */
	links: { findings: string; schedules: string };
	/** Ends these mails. */
	offLink: string;
};

const HEADS: Record<Change, string> = {
	new: "New",
	worse: "Worse than before",
	reopened: "Back again",
	fixed: "Not found any more",
};

const WHY = "Your schedules have “Mail me what changed” switched on.";

/** Observed text, in one line that no mail program makes a link of. */
const lineOf = ({ title, host, severity }: ChangedFinding): string =>
	`${SEVERITY_LABELS[severity].label}: ${unlinked(title, 120)} (${unlinked(host, 60)})`;

const sectionOf = (change: Change, { total, worst }: Digest[Change]) => {
	const more = total - worst.length;
	return {
		head: `${HEADS[change]}: ${counted(total, "finding")}`,
		lines: [...worst.map(lineOf), ...(more > 0 ? [`and ${counted(more, "other")}`] : [])],
	};
};

/** What scheduled scans changed: new, worse, reopened and fixed findings, and nothing that stayed as it was. */
export function digestMail({ digest, links, offLink }: DigestMail): MailMessage {
	const changed = CHANGES.filter((change) => digest[change].total > 0);
	const subject = `Scheduled scans: ${changed.map((change) => `${digest[change].total} ${change}`).join(", ")}`;
	const sections = changed.map((change) => sectionOf(change, digest[change]));
	const title = "What your scheduled scans changed";
	const text = [
		title,
		...sections.map(({ head, lines }) => [head, ...lines.map((line) => `- ${line}`)].join("\n")),
		`Read them, with evidence and fixes:\n${links.findings}`,
		`${WHY} Change your schedules:\n${links.schedules}`,
		`Switch these mails off:\n${offLink}`,
		`-- \n${site.name}\n${site.email}`,
	].join("\n\n");
	const main = html`<h1 style="${style.title}">${title}</h1>
${sections.map(
	({ head, lines }) =>
		html`<h2 style="${style.heading}">${head}</h2><ul style="${style.list}">${lines.map((line) => html`<li style="${style.item}">${line}</li>`)}</ul>`,
)}
<p style="margin:24px 0"><a class="button" style="${style.button}" href="${links.findings}">Read them</a></p>`;
	const foot = html`<p class="quiet" style="${style.quiet}">${WHY} <a class="link" style="${style.link}" href="${links.schedules}">Change your schedules</a></p>
<p class="quiet" style="${style.quiet}"><a class="link" style="${style.link}" href="${offLink}">Switch these mails off</a></p>
<p class="quiet" style="${style.quiet}">${site.name}, ${site.email}</p>`;
	const preheader = sections.map(({ head }) => head).join(". ");
	return { subject, text, html: mailShell({ subject, preheader, main, foot }) };
}

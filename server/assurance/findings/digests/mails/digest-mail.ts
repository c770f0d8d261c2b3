import { withoutCode } from "#contract/format/code-spans.ts";
import { counted } from "#contract/format/count.ts";
import {
	bracketNote,
	type MailMessage,
	mailShell,
	quietLine,
	mailStyle as style,
} from "#server/platform/mail/mail-shell.ts";
import { unlinked } from "#server/platform/mail/unlinked.ts";
import { SEVERITY_LABELS } from "#server/platform/paper/severity-labels.ts";
import { html } from "#server/platform/texts/html.ts";
import { site } from "#src/config/site.ts";
import { CHANGES, type Change, type ChangedFinding, type Digest } from "../digest.ts";

type DigestMail = {
	digest: Digest;
	/** The pages of the findings and of the schedules. */
	links: { findings: string; schedules: string };
	/** Turns these emails off. */
	offLink: string;
};

const HEADS: Record<Change, string> = {
	new: "New",
	worse: "Worse than before",
	reopened: "Found again",
	fixed: "No longer found",
};

const WHY = "You get this because you have schedules that email you what changed.";
const CHANGE = "Change your schedules";
const OFF = "Turn these emails off";

/** Observed text, on one line that no email program turns into a link. */
const lineOf = ({ title, host, severity }: ChangedFinding): string =>
	`${SEVERITY_LABELS[severity].label}: ${unlinked(withoutCode(title), 120)} (${unlinked(host, 60)})`;

const sectionOf = (change: Change, { total, worst }: Digest[Change]) => {
	const more = total - worst.length;
	return {
		head: `${HEADS[change]}: ${counted(total, "finding")}`,
		lines: [...worst.map(lineOf), ...(more > 0 ? [`and ${counted(more, "other")}`] : [])],
	};
};

/** What changed in scheduled scans: new, worse, reopened and fixed findings. What stayed the same is left out. */
export function digestMail({ digest, links, offLink }: DigestMail): MailMessage {
	const changed = CHANGES.filter((change) => digest[change].total > 0);
	const subject = `Scheduled scans: ${changed.map((change) => `${digest[change].total} ${change}`).join(", ")}`;
	const sections = changed.map((change) => sectionOf(change, digest[change]));
	const title = "What changed in your scheduled scans";
	const lists = sections.map(({ head, lines }) => [head, ...lines.map((line) => `- ${line}`)].join("\n"));
	const note = bracketNote(...lists);
	const text = [
		title,
		...lists,
		`View the findings, with evidence and fixes:\n${links.findings}`,
		`${WHY} ${CHANGE}:\n${links.schedules}`,
		`${OFF}:\n${offLink}`,
		...note,
		`-- \n${site.name}\n${site.email}`,
	].join("\n\n");
	const main = html`<h1 style="${style.title}">${title}</h1>
${sections.map(
	({ head, lines }) =>
		html`<h2 style="${style.heading}">${head}</h2><ul style="${style.list}">${lines.map((line) => html`<li style="${style.item}">${line}</li>`)}</ul>`,
)}
<p style="margin:24px 0"><a class="button" style="${style.button}" href="${links.findings}">View the findings</a></p>`;
	const link = (href: string, label: string) => html`<a class="link" style="${style.link}" href="${href}">${label}</a>`;
	const foot = html`${[
		html`${WHY} ${link(links.schedules, CHANGE)}`,
		link(offLink, OFF),
		[...note, `${site.name}, ${site.email}`].join(" "),
	].map(quietLine)}`;
	const preheader = sections.map(({ head }) => head).join(". ");
	return { subject, text, html: mailShell({ subject, preheader, main, foot }) };
}

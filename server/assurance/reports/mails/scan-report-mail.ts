import type { Finding, ScanReport } from "#contract/findings/findings.ts";
import { pagesReadText } from "#contract/findings/pages-read.ts";
import { withoutCode } from "#contract/format/code-spans.ts";
import { counted } from "#contract/format/count.ts";
import { dayText, timeText } from "#contract/format/time.ts";
import {
	type MailMessage,
	mailShell,
	quietLine,
	scanMailFoot,
	mailStyle as style,
} from "#server/platform/mail/mail-shell.ts";
import { mailTarget, unlinked } from "#server/platform/mail/unlinked.ts";
import { countsText, SEVERITY_LABELS } from "#server/platform/paper/severity-labels.ts";
import { html, type TrustedHtml } from "#server/platform/texts/html.ts";
import { gradeReason } from "#server/scanning/scans/report/grade.ts";
import { groupFindings, type Problem } from "../data/group-findings.ts";

type ScanReportMail = {
	report: ScanReport;
	link: string;
	notMeLink: string;
	/** When the link stops working. */
	expiresAt: Date;
};

const TOP = 3;

/** What both versions of the email say, in plain sentences without anything that an email program would turn into a link. */
type Summary = {
	subject: string;
	target: string;
	grade: string;
	reason: string;
	counts: string;
	top: string[];
	missedHead: string;
	missed: string[];
	scanned: string;
	validity: string;
};

const topLine = ({ severity, first, findings }: Problem<{ finding: Finding }>): string =>
	`${SEVERITY_LABELS[severity].label}: ${unlinked(withoutCode(first.finding.title), 120)}${findings.length === 1 ? "" : ` (${counted(findings.length, "place")})`}`;

const summaryOf = ({ report, expiresAt }: ScanReportMail): Summary => {
	const target = mailTarget(report.target);
	const grade =
		report.grade === null ? "no grade" : `grade ${report.grade}${report.coverage === "full" ? "" : " at best"}`;
	const missed = report.parts.filter((part) => part.status === "not-evaluated");
	const problems = groupFindings(
		report.findings.filter(({ severity }) => severity !== "none").map((finding) => ({ finding })),
	);
	return {
		subject: `Scan report for ${target}: ${grade}`,
		target,
		grade: `${grade.charAt(0).toUpperCase()}${grade.slice(1)}`,
		reason: gradeReason(report),
		counts: `Findings: ${countsText(report.counts)}.`,
		top: problems.slice(0, TOP).map(topLine),
		missedHead: `Not evaluated: ${missed.length} of ${counted(report.parts.length, "part")}. That does not mean clean.`,
		missed: missed.map(({ label, reason }) => `${label}: ${unlinked(reason, 160)}`),
		scanned: `Scanned ${timeText(report.startedAt, "utc")}.${report.pages ? ` ${pagesReadText(report.pages)}` : ""} One scan from outside is not a penetration test and proves no compliance.`,
		validity: `The link works until ${dayText(expiresAt, "utc")}, for everyone who has it.`,
	};
};

const textList = (head: string, items: readonly string[]): string[] =>
	items.length === 0 ? [] : [[head, ...items.map((item) => `- ${item}`)].join("\n")];

const htmlList = (head: string, items: readonly string[]): TrustedHtml | undefined =>
	items.length === 0
		? undefined
		: html`<h2 style="${style.heading}">${head}</h2><ul style="${style.list}">${items.map((item) => html`<li style="${style.item}">${item}</li>`)}</ul>`;

/**
 * The email about a finished report: grade, counts, titles of the three worst findings, what was not evaluated, the link. The target is
 * the only text in it that a visitor wrote. It is reduced to host and port and unlinked, and so is observed text.
 */
export const scanReportMail = (mail: ScanReportMail): MailMessage => {
	const { link, notMeLink } = mail;
	const summary = summaryOf(mail);
	const topHead = summary.top.length === 1 ? "Look at this first" : "Look at these first";
	const title = `Scan report for ${summary.target}`;
	const lists = [...textList(summary.missedHead, summary.missed), ...textList(topHead, summary.top)];
	const foot = scanMailFoot(notMeLink, title, ...lists);
	const text = [
		title,
		`${summary.grade}. ${summary.reason}\n${summary.counts}`,
		...lists,
		`Read the report, with evidence and fixes:\n${link}`,
		summary.validity,
		summary.scanned,
		...foot.text,
	].join("\n\n");
	const main = html`<h1 style="${style.title}">${title}</h1>
<p style="${style.paragraph}"><b>${summary.grade}.</b> ${summary.reason}<br>${summary.counts}</p>
${htmlList(summary.missedHead, summary.missed)}
${htmlList(topHead, summary.top)}
<p style="margin:24px 0"><a class="button" style="${style.button}" href="${link}">Read the report</a></p>
${[summary.validity, summary.scanned].map(quietLine)}`;
	const preheader = `${summary.counts} ${summary.missed.length === 0 ? "" : summary.missedHead}`.trim();
	return {
		subject: summary.subject,
		text,
		html: mailShell({ subject: summary.subject, preheader, main, foot: foot.html }),
	};
};

import type { FastifyInstance } from "fastify";
import { addSecretScope, HOME_LINK, sendPage } from "#server/platform/http/secret-scope.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { FOLD_SCRIPT_HASH } from "#server/platform/paper/pages/fold-script.ts";
import { noticePage } from "#server/platform/paper/pages/notice-page.ts";
import { PAGE_STYLE_HASH } from "#server/platform/paper/pages/page-shell.ts";
import { createKeptFiles } from "../kept-files.ts";
import { scanReportName, scanReportPage, scanReportPdf } from "../scan-report.ts";
import type { ReportStore } from "../store/report-store.ts";
import { reportFileHeaders } from "./report-file-headers.ts";

type Params = { Params: { token: string } };

const GONE = {
	title: "This report is not here",
	paragraphs: [
		"The link may be mistyped or cut off, or the report was deleted: reports are kept for a limited time.",
		"If you asked for the scan, you can start a new one on the home page.",
	],
	link: HOME_LINK,
};
const EXPIRED = {
	title: "This link has expired",
	paragraphs: ["Links to reports work for a limited time. You can start a new scan on the home page."],
	link: HOME_LINK,
};
const NO_NOT_ME = {
	title: "This link does not work",
	paragraphs: ["It may be mistyped or cut off. Please try opening it directly from the email. Nothing was changed."],
	link: HOME_LINK,
};

const DELETED = {
	title: "The report is deleted",
	paragraphs: [
		"The report, the scan and the address that it was sent to were deleted from this server. The link no longer works.",
	],
	link: HOME_LINK,
};

const LINK_DELETED = {
	title: "The link is deleted",
	paragraphs: [
		"The report is gone for everyone who had the link. The scan belongs to an account: only its owner can delete it there.",
	],
	link: HOME_LINK,
};

/** It quotes untrusted text: it may run the one script that folds it, load our styles and fonts, and send its own form. */
const REPORT_POLICY = [
	"default-src 'none'",
	`script-src ${FOLD_SCRIPT_HASH}`,
	`style-src 'self' ${PAGE_STYLE_HASH}`,
	"font-src 'self'",
	"img-src 'self'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
].join("; ");

/** How many PDFs of reports stay in memory. Anyone with a link may request its PDF as often as they like. */
const PDFS_KEPT = 16;

/** Reports by their links, and the page that stops scan emails. */
export function addSecretPages(app: FastifyInstance, store: ReportStore, publicUrl: () => string): void {
	const pdfs = createKeptFiles(PDFS_KEPT);
	addSecretScope(app, (pages) => {
		pages.get<Params>("/r/:token", async ({ params }, reply) => {
			const found = await store.find(tokenHash(params.token));
			if (found === undefined) return sendPage(reply, 404, noticePage(GONE));
			if (found === "expired") return sendPage(reply, 404, noticePage(EXPIRED));
			reply.header("Content-Security-Policy", REPORT_POLICY);
			return sendPage(reply, 200, scanReportPage({ ...found, token: params.token, publicUrl: publicUrl() }));
		});

		pages.get<Params>("/r/:token/report.pdf", async ({ params }, reply) => {
			const hash = tokenHash(params.token);
			const found = await store.find(hash);
			if (found === undefined) return sendPage(reply, 404, noticePage(GONE));
			if (found === "expired") return sendPage(reply, 404, noticePage(EXPIRED));
			const pdf = await pdfs.get(hash.toString("hex"), () => scanReportPdf(found.report, publicUrl()));
			return reply
				.headers(reportFileHeaders({ name: scanReportName(found.report), isOurs: true }, "pdf", publicUrl()))
				.send(pdf);
		});

		pages.post<Params>("/r/:token/delete", async ({ params }, reply) => {
			const hash = tokenHash(params.token);
			const deleted = await store.delete(hash);
			if (!deleted) return sendPage(reply, 404, noticePage(GONE));
			pdfs.drop(hash.toString("hex"));
			return sendPage(reply, 200, noticePage(deleted === "scan" ? DELETED : LINK_DELETED));
		});

		pages.get<Params>("/not-me/:token", async ({ params }, reply) => {
			if (!(await store.isNotMeLink(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(NO_NOT_ME));
			const paragraphs = [
				"Someone asked for a scan and gave the address that this email went to. If that was not you, press the button: this server will send no more scan emails to that address, no matter who asks.",
				"You would still get emails about an account of your own.",
			];
			const form = { action: `/not-me/${params.token}`, label: "Stop scan emails to my address" };
			return sendPage(reply, 200, noticePage({ title: "Didn’t ask for this scan?", paragraphs, form }));
		});

		pages.post<Params>("/not-me/:token", async ({ params }, reply) => {
			if (!(await store.suppress(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(NO_NOT_ME));
			const paragraphs = ["This server will send no more scan emails to your address. Sorry for the trouble."];
			return sendPage(reply, 200, noticePage({ title: "Scan emails are off", paragraphs, link: HOME_LINK }));
		});
	});
}

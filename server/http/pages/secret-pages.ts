import type { FastifyInstance } from "fastify";
import type { ReportStore } from "../../db/reports/report-store.ts";
import { createKeptFiles } from "../../reports/kept-files.ts";
import { noticePage } from "../../reports/pages/notice-page.ts";
import { scanReportName, scanReportPage, scanReportPdf } from "../../reports/scan-report.ts";
import { tokenHash } from "../../scans/tokens.ts";
import { reportFileHeaders } from "../reports/report-file-headers.ts";
import { addSecretScope, sendPage } from "./secret-scope.ts";

type Params = { Params: { token: string } };

const HOME = { href: "/", label: "To the start page" };
const GONE = {
	title: "This report is not here",
	paragraphs: [
		"The link may be mistyped or cut off, its report may have been deleted, or its time is over: reports are kept for a limited time.",
		"If you asked for the scan, you can ask for a new one on the start page.",
	],
	link: HOME,
};
const EXPIRED = {
	title: "This link has ended",
	paragraphs: [
		"Links to reports work for a limited time, and this one’s is over. You can ask for a new scan on the start page.",
	],
	link: HOME,
};
const NO_NOT_ME = {
	title: "This link is not known",
	paragraphs: ["It may be mistyped or cut off. Please open it straight from the mail. Nothing was changed."],
	link: HOME,
};

/** How many PDFs of reports stay in memory. Anyone with a link may ask for its PDF as often as they like. */
const PDFS_KEPT = 16;

/** Pages that a link in a mail leads to: whoever has the link may see them, and nobody else is to hear of them. */
export function addSecretPages(app: FastifyInstance, store: ReportStore, publicUrl: () => string): void {
	const pdfs = createKeptFiles(PDFS_KEPT);
	addSecretScope(app, (pages) => {
		pages.get<Params>("/r/:token", async ({ params }, reply) => {
			const found = await store.find(tokenHash(params.token));
			if (found === undefined) return sendPage(reply, 404, noticePage(GONE));
			if (found === "expired") return sendPage(reply, 404, noticePage(EXPIRED));
			const path = `/r/${params.token}`;
			return sendPage(reply, 200, scanReportPage({ ...found, path, publicUrl: publicUrl() }));
		});

		pages.get<Params>("/r/:token/report.pdf", async ({ params }, reply) => {
			const hash = tokenHash(params.token);
			const found = await store.find(hash);
			if (found === undefined) return sendPage(reply, 404, noticePage(GONE));
			if (found === "expired") return sendPage(reply, 404, noticePage(EXPIRED));
			const pdf = await pdfs.get(hash.toString("hex"), () => scanReportPdf(found.report, publicUrl()));
			return reply.headers(reportFileHeaders(scanReportName(found.report), "pdf", publicUrl())).send(pdf);
		});

		pages.post<Params>("/r/:token/delete", async ({ params }, reply) => {
			const hash = tokenHash(params.token);
			if (!(await store.delete(hash))) return sendPage(reply, 404, noticePage(GONE));
			pdfs.drop(hash.toString("hex"));
			const paragraphs = [
				"The report, the scan and the address it was sent to are gone from this server. The link no longer works.",
			];
			return sendPage(reply, 200, noticePage({ title: "The report is deleted", paragraphs, link: HOME }));
		});

		pages.get<Params>("/not-me/:token", async ({ params }, reply) => {
			if (!(await store.isNotMeLink(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(NO_NOT_ME));
			const paragraphs = [
				"Somebody asked for a scan and gave the address this mail came to. If that was not you, press the button: this server will send no more scan mail there, whoever asks.",
				"Mail about an account of your own would still come.",
			];
			const form = { action: `/not-me/${params.token}`, label: "Stop scan mail to my address" };
			return sendPage(reply, 200, noticePage({ title: "You did not ask for this scan?", paragraphs, form }));
		});

		pages.post<Params>("/not-me/:token", async ({ params }, reply) => {
			if (!(await store.suppress(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(NO_NOT_ME));
			const paragraphs = ["This server sends no more scan mail to your address. Sorry for the trouble."];
			return sendPage(reply, 200, noticePage({ title: "Done", paragraphs, link: HOME }));
		});
	});
}

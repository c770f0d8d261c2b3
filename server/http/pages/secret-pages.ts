import type { FastifyInstance } from "fastify";
import type { ReportStore } from "../../db/reports/report-store.ts";
import { noticePage } from "../../reports/notice-page.ts";
import { reportPage } from "../../reports/report-page.ts";
import { tokenHash } from "../../scans/tokens.ts";
import { addSecretScope, HOME_LINK, sendPage } from "./secret-scope.ts";

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

/** Reports by their links, and the page that stops scan emails. */
export function addSecretPages(app: FastifyInstance, store: ReportStore, publicUrl: () => string): void {
	addSecretScope(app, (pages) => {
		pages.get<Params>("/r/:token", async ({ params }, reply) => {
			const found = await store.find(tokenHash(params.token));
			if (found === undefined) return sendPage(reply, 404, noticePage(GONE));
			if (found === "expired") return sendPage(reply, 404, noticePage(EXPIRED));
			const deleteAction = `/r/${params.token}/delete`;
			return sendPage(reply, 200, reportPage({ ...found, deleteAction, publicUrl: publicUrl() }));
		});

		pages.post<Params>("/r/:token/delete", async ({ params }, reply) => {
			if (!(await store.delete(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(GONE));
			const paragraphs = [
				"The report, the scan and the address that it was sent to were deleted from this server. The link no longer works.",
			];
			return sendPage(reply, 200, noticePage({ title: "The report is deleted", paragraphs, link: HOME_LINK }));
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

import type { FastifyInstance } from "fastify";
import { addSecretScope, sendPage } from "#server/platform/http/secret-scope.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { sharedPage } from "#server/platform/paper/document/shared-page.ts";
import { noticePage } from "#server/platform/paper/pages/notice-page.ts";
import type { ReportDeps } from "./report-deps.ts";
import { reportFileHeaders } from "./report-file-headers.ts";

type Params = { Params: { token: string } };

/** One page for links that expired, were revoked or never existed: guessing reveals nothing. */
const GONE = noticePage({
	title: "This report is not here",
	paragraphs: [
		"The link may be mistyped or cut off, it may have expired, or the person who shared it may have revoked it or deleted the report.",
		"Please ask the person who gave you the link for a new one.",
	],
	link: { href: "/", label: "To the start page" },
});

/** What a link to a report leads to: the page, and its PDF. */
export function addSharedPages(app: FastifyInstance, { reports, publicUrl }: Omit<ReportDeps, "senders">): void {
	addSecretScope(app, (pages) => {
		pages.get<Params>("/shared/:token", async ({ params }, reply) => {
			const found = await reports.shared(tokenHash(params.token), "html");
			if (!found) return sendPage(reply, 404, GONE);
			reply.headers(reportFileHeaders(found, "html", publicUrl()));
			if (!found.isOurs) return reply.send(found.content);
			const pdf = `/shared/${params.token}/report.pdf`;
			return reply.send(sharedPage(found.content.toString(), { pdf, expiresAt: found.expiresAt }));
		});
		pages.get<Params>("/shared/:token/report.pdf", async ({ params }, reply) => {
			const found = await reports.shared(tokenHash(params.token), "pdf");
			if (!found) return sendPage(reply, 404, GONE);
			return reply.headers(reportFileHeaders(found, "pdf", publicUrl())).send(found.content);
		});
	});
}

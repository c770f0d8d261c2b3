import type { FastifyInstance } from "fastify";
import { dayText, timeText } from "#contract/format/time.ts";
import { addSecretScope, HOME_LINK, sendPage } from "#server/platform/http/secret-scope.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { noticePage } from "#server/platform/paper/pages/notice-page.ts";
import { fileHeaders } from "../../frameworks/routes/add-framework-files.ts";
import { createKeptFiles } from "../../reports/kept-files.ts";
import { SIGNED_LINK_DAYS, type SignedLink } from "../signed-copies.ts";
import type { Assessments } from "../wire.ts";

/** One page for links that expired or never existed: guessing reveals nothing. */
const GONE = noticePage({
	title: "This copy is not here",
	paragraphs: [
		`The link may be mistyped or cut off, or its time is over: links to signed copies work for ${SIGNED_LINK_DAYS} days.`,
		"Please ask the person who had you sign for a new copy.",
	],
	link: HOME_LINK,
});

/** How many PDFs stay in memory. Anyone with a link may request its PDF as often as they like. */
const PDFS_KEPT = 16;

const nameOf = ({ revision }: SignedLink) => `signed-revision-${revision}`;

type Params = { Params: { token: string } };

/** What a signer's link leads to: a page that says what it is, and the PDF. */
export function addSignedPages(app: FastifyInstance, { copies, pdf }: Pick<Assessments, "copies" | "pdf">): void {
	const pdfs = createKeptFiles(PDFS_KEPT);
	addSecretScope(app, (pages) => {
		pages.get<Params>("/signed/:token", async ({ params }, reply) => {
			const link = await copies.open(tokenHash(params.token));
			if (!link) return sendPage(reply, 404, GONE);
			const page = noticePage({
				title: link.title,
				paragraphs: [
					`This was signed for ${link.workspace} on ${timeText(link.signedAt, "utc")}: revision ${link.revision}.`,
					...(link.voidedAt === null
						? []
						: [
								`An answer was changed on ${timeText(link.voidedAt, "utc")}. The copy stays as it was signed; the signatures do not belong to the answers that were given since.`,
							]),
					`SHA-256 of the answers: ${link.sha256}`,
					`This link works until ${dayText(link.expiresAt, "utc")} (UTC). Save the PDF to keep it.`,
				],
				link: { href: `/signed/${params.token}/${nameOf(link)}.pdf`, label: "Save the PDF" },
			});
			return sendPage(reply, 200, page);
		});
		pages.get<Params>("/signed/:token/:name", async ({ params }, reply) => {
			const hash = tokenHash(params.token);
			const link = await copies.open(hash);
			if (!link) return sendPage(reply, 404, GONE);
			const file = await pdfs.get(hash.toString("hex"), async () => {
				const made = await pdf(link.scope, link.assessmentId, link.revision);
				if (!made) throw new Error("A signed revision has no PDF");
				return made.file;
			});
			return reply.headers(fileHeaders(nameOf(link), "pdf")).send(file);
		});
	});
}

import type { FastifyInstance } from "fastify";
import type { DigestStore } from "../../db/schedules/digest-store.ts";
import { noticePage } from "../../reports/pages/notice-page.ts";
import { tokenHash } from "../../scans/tokens.ts";
import { addSecretScope, sendPage } from "./secret-scope.ts";

type Params = { Params: { token: string } };

const SCHEDULES = { href: "/dashboard/scans?tab=scheduled", label: "To your schedules" };
const GONE = {
	title: "This link is not known",
	paragraphs: [
		"It may be mistyped, cut off or too old. Nothing was changed just now. Your schedules can be changed here.",
	],
	link: SCHEDULES,
};

/** Where the mail about scheduled scans leads to be switched off. A link that is only followed changes nothing. */
export function addDigestPages(app: FastifyInstance, digests: Pick<DigestStore, "findLink" | "turnOff">): void {
	addSecretScope(app, (pages) => {
		pages.get<Params>("/subscription/digest/:token", async ({ params }, reply) => {
			if (!(await digests.findLink(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(GONE));
			const page = {
				title: "Switch off mail about your scheduled scans?",
				paragraphs: ["Your schedules go on running. What they change is then only told here."],
				form: { action: `/subscription/digest/${params.token}`, label: "Switch it off" },
			};
			return sendPage(reply, 200, noticePage(page));
		});

		// Mail programs post here by themselves when somebody presses their button (RFC 8058).
		pages.post<Params>("/subscription/digest/:token", async ({ params }, reply) => {
			const account = await digests.findLink(tokenHash(params.token));
			if (!account) return sendPage(reply, 404, noticePage(GONE));
			await digests.turnOff(account);
			const paragraphs = ["Your scheduled scans mail nothing any more. Each schedule can be told otherwise."];
			return sendPage(reply, 200, noticePage({ title: "Done", paragraphs, link: SCHEDULES }));
		});
	});
}

import type { FastifyInstance } from "fastify";
import { addSecretScope, sendPage } from "#server/platform/http/secret-scope.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { noticePage } from "#server/platform/paper/pages/notice-page.ts";
import type { DigestStore } from "./store/digest-store.ts";

type Params = { Params: { token: string } };

const SCHEDULES = { href: "/dashboard/scans?tab=scheduled", label: "Go to your schedules" };
const GONE = {
	title: "This link does not work",
	paragraphs: [
		"It may be mistyped, cut off or too old. Nothing was changed just now. You can change your schedules here.",
	],
	link: SCHEDULES,
};

/** Where emails about scheduled scans are turned off. Opening the link changes nothing; only the button does. */
export function addDigestPages(app: FastifyInstance, digests: Pick<DigestStore, "findLink" | "turnOff">): void {
	addSecretScope(app, (pages) => {
		pages.get<Params>("/subscription/digest/:token", async ({ params }, reply) => {
			if (!(await digests.findLink(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(GONE));
			const page = {
				title: "Turn off emails about your scheduled scans?",
				paragraphs: ["Your schedules keep running. You will see what changed only here, in your dashboard."],
				form: { action: `/subscription/digest/${params.token}`, label: "Turn them off" },
			};
			return sendPage(reply, 200, noticePage(page));
		});

		// Email programs post here themselves when the reader presses their button (RFC 8058).
		pages.post<Params>("/subscription/digest/:token", async ({ params }, reply) => {
			const account = await digests.findLink(tokenHash(params.token));
			if (!account) return sendPage(reply, 404, noticePage(GONE));
			await digests.turnOff(account);
			const paragraphs = ["Your scheduled scans no longer send emails. You can change this for each schedule."];
			return sendPage(reply, 200, noticePage({ title: "Emails are off", paragraphs, link: SCHEDULES }));
		});
	});
}

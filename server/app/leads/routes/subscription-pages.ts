import type { FastifyInstance } from "fastify";
import { addSecretScope, HOME_LINK, sendPage } from "#server/platform/http/secret-scope.ts";
import { tokenHash } from "#server/platform/keys/tokens.ts";
import { noticePage } from "#server/platform/paper/pages/notice-page.ts";
import { isSubscription } from "../is-subscription.ts";
import type { LeadStore } from "../store/lead-store.ts";

type Params = { Params: { token: string } };

const GONE = {
	title: "This link does not work",
	paragraphs: [
		"It may be mistyped or cut off, or the address was already removed from the list. Nothing was changed just now.",
	],
	link: HOME_LINK,
};
const LISTS = { newsletter: "the newsletter", waitlist: "the waitlist" };

/** Where a subscription is confirmed and ended. Opening the link changes nothing; only the button does. */
export function addSubscriptionPages(app: FastifyInstance, store: LeadStore): void {
	addSecretScope(app, (pages) => {
		pages.get<Params>("/subscription/:token", async ({ params }, reply) => {
			const lead = await store.findByLink(tokenHash(params.token));
			if (!lead || !isSubscription(lead.kind)) return sendPage(reply, 404, noticePage(GONE));
			const list = LISTS[lead.kind];
			const page = lead.confirmed
				? {
						title: `Your address is on ${list}`,
						paragraphs: ["Press the button to remove it. It is then deleted from this server."],
						form: { action: `/subscription/${params.token}/leave`, label: "Remove my address" },
					}
				: {
						title: `Add your address to ${list}?`,
						paragraphs: [
							"Someone gave the address that this email went to. If that was not you, close this page: unconfirmed addresses are deleted after a while.",
						],
						form: { action: `/subscription/${params.token}`, label: "Yes, that was me" },
					};
			return sendPage(reply, 200, noticePage(page));
		});

		pages.post<Params>("/subscription/:token", async ({ params }, reply) => {
			if (!(await store.confirm(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(GONE));
			const paragraphs = ["Your address is confirmed. You can remove it at any time with the link in the email."];
			return sendPage(reply, 200, noticePage({ title: "Thank you", paragraphs, link: HOME_LINK }));
		});

		// Email programs post here themselves when the reader presses their button (RFC 8058).
		pages.post<Params>("/subscription/:token/leave", async ({ params }, reply) => {
			if (!(await store.leave(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(GONE));
			const paragraphs = ["Your address was removed from the list and deleted from this server."];
			return sendPage(reply, 200, noticePage({ title: "Your address was removed", paragraphs, link: HOME_LINK }));
		});
	});
}

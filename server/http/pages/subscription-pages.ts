import type { FastifyInstance } from "fastify";
import { isSubscription } from "../../leads/is-subscription.ts";
import type { LeadStore } from "../../leads/ports.ts";
import { noticePage } from "../../reports/pages/notice-page.ts";
import { tokenHash } from "../../scans/tokens.ts";
import { addSecretScope, sendPage } from "./secret-scope.ts";

type Params = { Params: { token: string } };

const HOME = { href: "/", label: "To the start page" };
const GONE = {
	title: "This link is not known",
	paragraphs: [
		"It may be mistyped or cut off, or the address was taken off the list already. Nothing was changed just now.",
	],
	link: HOME,
};
const LISTS = { newsletter: "the newsletter", waitlist: "the waitlist" };

/** Where the mail about a subscription leads: confirms it, and ends it. A link that is only followed changes nothing. */
export function addSubscriptionPages(app: FastifyInstance, store: LeadStore): void {
	addSecretScope(app, (pages) => {
		pages.get<Params>("/subscription/:token", async ({ params }, reply) => {
			const lead = await store.findByLink(tokenHash(params.token));
			if (!lead || !isSubscription(lead.kind)) return sendPage(reply, 404, noticePage(GONE));
			const list = LISTS[lead.kind];
			const page = lead.confirmed
				? {
						title: `Your address is on ${list}`,
						paragraphs: ["Press the button to take it off. It is then deleted from this server."],
						form: { action: `/subscription/${params.token}/leave`, label: "Take my address off" },
					}
				: {
						title: `Put your address on ${list}?`,
						paragraphs: [
							"Somebody gave the address this mail came to. If that was not you, close this page: an address that is not confirmed is deleted after a while.",
						],
						form: { action: `/subscription/${params.token}`, label: "Yes, that was me" },
					};
			return sendPage(reply, 200, noticePage(page));
		});

		pages.post<Params>("/subscription/:token", async ({ params }, reply) => {
			if (!(await store.confirm(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(GONE));
			const paragraphs = ["Your address is confirmed. The link in the mail also takes it off again, at any time."];
			return sendPage(reply, 200, noticePage({ title: "Thank you", paragraphs, link: HOME }));
		});

		// Mail programs post here by themselves when somebody presses their button (RFC 8058).
		pages.post<Params>("/subscription/:token/leave", async ({ params }, reply) => {
			if (!(await store.leave(tokenHash(params.token)))) return sendPage(reply, 404, noticePage(GONE));
			const paragraphs = ["Your address was taken off the list and deleted from this server."];
			return sendPage(reply, 200, noticePage({ title: "Done", paragraphs, link: HOME }));
		});
	});
}

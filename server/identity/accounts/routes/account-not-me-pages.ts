import type { FastifyInstance } from "fastify";
import { addSecretScope, HOME_LINK, sendPage } from "#server/platform/http/secret-scope.ts";
import { noticePage } from "#server/platform/paper/pages/notice-page.ts";
import type { NoteAccount } from "../account-log.ts";
import type { CodePurpose } from "../codes.ts";
import { endUnasked, findUnasked } from "../not-me.ts";
import type { AccountStore } from "../store/account-store.ts";

type Params = { Params: { token: string } };

const PASSWORD = { href: "/forgot-password", label: "Set a new password" };

const UNKNOWN = {
	title: "Nothing is waiting for your address",
	paragraphs: [
		"Either this was already canceled, or the link is mistyped or cut off. Nothing was changed just now.",
		"Please try opening the link directly from the email again.",
	],
	link: HOME_LINK,
};

/** The texts for each kind of email: the question, the answer once it is canceled, and the answer if there is nothing to cancel. */
const TEXTS: Record<CodePurpose, { ask: Question; done: Notice; over: Notice & { link: typeof PASSWORD } }> = {
	confirm: {
		ask: {
			title: "Didn’t register?",
			paragraphs: [
				"Someone registered with the email address that this message went to. The address is not confirmed.",
				"Press the button to delete that registration. Its password, its sessions and its code stop working. You can register with your address at any time.",
			],
			label: "Delete the registration",
		},
		done: {
			title: "The registration is deleted",
			paragraphs: ["Your address is free again, and the code from the email no longer works. Sorry for the trouble."],
		},
		over: {
			title: "This address is confirmed",
			paragraphs: [
				"The account with this address was confirmed with the code from the email, so this link no longer deletes it. Nothing was changed.",
				"If that was not you, set a new password: it ends every session and makes the account yours.",
			],
			link: PASSWORD,
		},
	},
	change: {
		ask: {
			title: "Didn’t ask for this address change?",
			paragraphs: [
				"Someone wants to use the email address that this message went to for their account.",
				"Press the button to stop that. The account keeps its old address, and the code stops working.",
			],
			label: "Stop the change",
		},
		done: {
			title: "The change is stopped",
			paragraphs: [
				"The account keeps its old address, and the code from the email no longer works. Sorry for the trouble.",
			],
		},
		over: {
			title: "No change is waiting",
			paragraphs: [
				"The change to this address was confirmed with the code from the email, or it was canceled. Nothing was changed just now.",
				"If the account uses your address and is not yours, set a new password: it ends every session.",
			],
			link: PASSWORD,
		},
	},
	reset: {
		ask: {
			title: "Didn’t ask for a new password?",
			paragraphs: [
				"Someone asked for a code to set a new password for your account. Without the code they can do nothing.",
				"Press the button to cancel the code. Your password stays as it is, and you can ask for a code yourself at any time.",
			],
			label: "Cancel the code",
		},
		done: {
			title: "The code no longer works",
			paragraphs: ["Your password stays as it is. You can ask for a code yourself at any time."],
		},
		over: {
			title: "The code no longer works",
			paragraphs: ["Your password stays as it is. You can ask for a code yourself at any time."],
			link: PASSWORD,
		},
	},
};
type Notice = { title: string; paragraphs: string[] };
type Question = Notice & { label: string };

/** The "not me" pages linked from emails with a code. Opening a link changes nothing; only the button does. */
export function addAccountNotMePages(app: FastifyInstance, store: AccountStore, note: NoteAccount): void {
	addSecretScope(app, (pages) => {
		pages.get<Params>("/not-me/account/:token", async ({ params }, reply) => {
			const unasked = await findUnasked(store, params.token);
			if (!unasked) return sendPage(reply, 404, noticePage(UNKNOWN));
			const { ask, over } = TEXTS[unasked.link.purpose];
			if (unasked.over) return sendPage(reply, 200, noticePage(over));
			const { title, paragraphs, label } = ask;
			const form = { action: `/not-me/account/${params.token}`, label };
			return sendPage(reply, 200, noticePage({ title, paragraphs, form }));
		});

		pages.post<Params>("/not-me/account/:token", async ({ params, ip }, reply) => {
			const ended = await endUnasked(store, params.token);
			if (!ended) return sendPage(reply, 404, noticePage(UNKNOWN));
			const { accountId, purpose } = ended.link;
			note({ event: "not_me", client: ip, accountId, did: ended.over ? "nothing" : purpose, outcome: { ok: true } });
			const { done, over } = TEXTS[purpose];
			return sendPage(reply, 200, noticePage(ended.over ? over : { ...done, link: HOME_LINK }));
		});
	});
}

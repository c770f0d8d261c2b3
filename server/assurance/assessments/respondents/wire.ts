import type { Base } from "#server/platform/base.ts";
import { createRespondMails } from "../store/respondents/respond-mails.ts";
import { createRespondStore } from "../store/respondents/respond-store.ts";
import { createRespondentStore } from "../store/respondents/respondent-store.ts";
import type { RespondentStore, RespondMails, RespondStore } from "./ports.ts";

export type Respondents = {
	/** For members. */
	store: RespondentStore;
	/** For the people behind links. */
	respond: RespondStore;
	/** For the jobs that mail them. */
	mails: RespondMails;
	/** The setting LIMIT_ACCOUNT_CALLS. */
	calls: number;
};

/** People without an account who answer through links. */
export function wireRespondents({ config, deps: { now }, pool, walled, queue }: Base): Respondents {
	return {
		store: createRespondentStore({
			walled,
			send: (mail, through) => queue.send("respondent-mail", mail, { through }),
			now,
		}),
		respond: createRespondStore({ pool, walled, send: queue.send, now }),
		mails: createRespondMails(pool, now),
		calls: config.LIMIT_ACCOUNT_CALLS,
	};
}

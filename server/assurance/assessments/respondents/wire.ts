import type { Base } from "#server/platform/base.ts";
import { createRespondMails } from "../store/respondents/respond-mails.ts";
import { createRespondStore } from "../store/respondents/respond-store.ts";
import { createRespondentStore } from "../store/respondents/respondent-store.ts";

/** People without an account who answer through links. */
export function wireRespondents({ config, deps: { now }, pool, walled, queue }: Base) {
	return {
		/** For members. */
		store: createRespondentStore({
			walled,
			send: (mail, through) => queue.send("respondent-mail", mail, { through }),
			now,
		}),
		/** For the people behind links. */
		respond: createRespondStore({ pool, walled, send: queue.send, now }),
		/** For the jobs that email them. */
		mails: createRespondMails(pool, now),
		/** The setting LIMIT_ACCOUNT_CALLS. */
		calls: config.LIMIT_ACCOUNT_CALLS,
	};
}

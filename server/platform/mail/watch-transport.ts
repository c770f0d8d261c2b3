import { current } from "../watch/context.ts";
import { happened } from "../watch/happened.ts";
import { inSpan } from "../watch/span.ts";
import type { MailTransport } from "./transport.ts";

/** Reports whether each email got through. Its kind is the job that sends it. */
export function watchTransport(transport: MailTransport): MailTransport {
	return {
		...transport,
		async send(mail) {
			const { job = "none" } = current();
			try {
				await inSpan("mail", "client", {}, () => transport.send(mail));
				happened({ what: "mail", job, outcome: "sent" });
			} catch (error) {
				happened({ what: "mail", job, outcome: "failed" });
				throw error;
			}
		},
	};
}

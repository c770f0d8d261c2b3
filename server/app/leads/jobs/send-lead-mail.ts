import { type JobHandler, mailJob } from "#server/platform/jobs/jobs.ts";
import type { Queue } from "#server/platform/jobs/queue.ts";
import { newToken, tokenHash } from "#server/platform/keys/tokens.ts";
import { demoCalendar } from "#server/platform/mail/calendar.ts";
import type { SendPaced } from "#server/platform/mail/send-paced.ts";
import type { MailTransport, OutgoingMail } from "#server/platform/mail/transport.ts";
import type { Logger } from "#server/platform/watch/logger.ts";
import type { LeadMail } from "../lead-mail.ts";
import { acknowledgeMail, confirmSubscriptionMail, leadForTeamMail } from "../mails/lead-mails.ts";
import type { LeadStore } from "../store/lead-store.ts";
import type { StoredLead } from "../stored-lead.ts";

declare module "#server/platform/jobs/jobs.ts" {
	interface JobData {
		"lead-mail": LeadMail;
	}
}

export const leadMailJob = mailJob<"lead-mail">(({ leadId, to }) => ({ leadId, to }));

type SendLeadMailDeps = {
	store: LeadStore;
	transport: MailTransport;
	sendPaced: SendPaced;
	queue: Pick<Queue, "send">;
	/** Where links lead, such as `https://plumbline.example`. */
	publicUrl: string;
	teamEmail: string;
	log: Logger;
};

/** After this long, an email of this kind is no longer worth sending. */
const PATIENCE_SECONDS = 3_600;

/**
 * Sends an email about a visitor's submission. Links are created here, at the moment of sending, as for scans. Nothing is sent if it is
 * gone or confirmed by then.
 */
export function createSendLeadMail(deps: SendLeadMailDeps): JobHandler<"lead-mail"> {
	const { store, transport, log } = deps;
	return async (job) => {
		const { leadId, to } = job;
		const lead = await store.find(leadId);
		if (!lead || lead.confirmed) return log.info({ leadId, to }, "no lead mail: the reason is gone");
		if (to === "team") {
			const mail = teamMail(deps, lead);
			if (mail) await transport.send(mail);
			return log.info({ leadId, to }, "lead mail sent");
		}
		const about = { kind: "lead", to: lead.body.email } as const;
		const outcome = await deps.sendPaced(about, () => visitorMail(deps, lead));
		if (typeof outcome === "string") return log.info({ leadId, to }, "lead mail sent");
		if (outcome.waits > PATIENCE_SECONDS)
			return log.info({ leadId, to }, "lead mail dropped: the mailbox has reached its daily limit");
		await deps.queue.send("lead-mail", job, { afterSeconds: outcome.waits });
		log.info({ leadId, to, seconds: outcome.waits }, "lead mail waits: the mailbox got several just now");
	};
}

/** The same id at every try, so that an email program can recognize a second copy. */
const messageId = ({ publicUrl }: SendLeadMailDeps, { id }: StoredLead, to: LeadMail["to"]) =>
	`<${id}-${to}@${new URL(publicUrl).hostname}>`;

function teamMail(deps: SendLeadMailDeps, lead: StoredLead): OutgoingMail | undefined {
	if (lead.kind !== "contact" && lead.kind !== "demo") return undefined;
	const envelope = { to: deps.teamEmail, replyTo: lead.body.email, messageId: messageId(deps, lead, "team") };
	return { ...envelope, ...leadForTeamMail(lead, lead.acceptedAt) };
}

async function visitorMail(deps: SendLeadMailDeps, lead: StoredLead): Promise<OutgoingMail> {
	const envelope = { to: lead.body.email, messageId: messageId(deps, lead, "visitor") };
	switch (lead.kind) {
		case "newsletter":
		case "waitlist": {
			const token = newToken();
			await deps.store.saveLink(tokenHash(token), lead.id);
			const link = new URL(`/subscription/${token}`, deps.publicUrl).href;
			return { ...envelope, ...confirmSubscriptionMail(lead.kind, link), leaveLink: `${link}/leave` };
		}
		case "contact":
			return { ...envelope, ...acknowledgeMail("contact") };
		case "demo": {
			const { startsAt } = lead.body;
			if (startsAt === undefined) return { ...envelope, ...acknowledgeMail("demo") };
			const uid = `${lead.id}@${new URL(deps.publicUrl).hostname}`;
			const content = demoCalendar({ uid, startsAt: new Date(startsAt), at: lead.acceptedAt });
			return { ...envelope, ...acknowledgeMail("demo"), calendar: { filename: "demo.ics", content } };
		}
	}
}

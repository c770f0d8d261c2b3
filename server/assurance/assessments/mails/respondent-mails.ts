import { CODE_MINUTES, CODES_A_DAY } from "#contract/assessments/respond.ts";
import { dayText } from "#contract/format/time.ts";
import { accountMail } from "#server/identity/accounts/mails/account-mail.ts";
import type { MailMessage } from "#server/platform/mail/mail-shell.ts";
import { unlinked } from "#server/platform/mail/unlinked.ts";
import { site } from "#src/config/site.ts";

const NAME = 60;

/**
 * To an address that may belong to a stranger: the only text from members in it is the name of their workspace, and that does not become
 * a link.
 */
export function respondentMail(
	{ workspace, endsOn }: { workspace: string; endsOn: string },
	link: string,
): MailMessage {
	const asker = unlinked(workspace, NAME);
	return accountMail({
		subject: "Questions for you to answer",
		before: [
			`${asker} asks you to answer questions on ${site.name}. You need no account, and a phone is enough: answers are kept on your device while you have no signal.`,
			`The link works until ${dayText(endsOn)} (UTC). It first sends a code to this mailbox, so that no one else can answer for you.`,
		],
		action: { label: "See what is asked", link },
		after: ["Don’t know who this is? Then ignore it. Nothing happens unless you answer."],
	});
}

/** The code for a link, to the address that the link was created for. */
export function respondCodeMail({ workspace }: { workspace: string }, code: string): MailMessage {
	return accountMail({
		subject: `Your code for ${site.name}`,
		before: [`With this code you answer the questions of ${unlinked(workspace, NAME)}.`],
		code: { text: code },
		after: [
			`It works once, within ${CODE_MINUTES} minutes, on the page that asked for it. Only the newest one works, and you can get ${CODES_A_DAY} a day.`,
			"Do not share the code with anyone. We will never ask you for it. If you did not ask for it, someone else has your link: without this code they cannot answer.",
		],
	});
}

type PartSent = { respondent: string; client: string | undefined; link: string };

/** To the member who created a link, if a notification reached no device. The answers require a sign-in. */
export function partSentMail({ respondent, client, link }: PartSent): MailMessage {
	const of = client === undefined ? "" : ` about ${unlinked(client, NAME)}`;
	return accountMail({
		subject: "Answers have arrived",
		before: [`${unlinked(respondent, NAME)} sent a section of the questions${of} that you asked through a link.`],
		after: [
			{ text: "See the answers", link },
			`You get this email because you made the link, and ${site.name} could not notify any of your devices.`,
		],
	});
}

import { DELIVERY_DAYS, FAILING_DAYS } from "#contract/webhooks/webhooks.ts";
import { accountMail } from "#server/identity/accounts/mails/account-mail.ts";
import type { MailMessage } from "#server/platform/mail/mail-shell.ts";
import type { SwitchedOff } from "../switched-off.ts";

const WHY = {
	gone: "It answered that it is gone for good.",
	failing: `It took no message for ${FAILING_DAYS} days.`,
};

/** To the member who added a webhook, after it was switched off. The rest of its address may be a secret. */
export const webhookOffMail = ({ because, url }: Pick<SwitchedOff, "because" | "url">, link: string): MailMessage =>
	accountMail({
		subject: "A webhook was switched off",
		before: [
			`The webhook to ${URL.parse(url)?.hostname ?? "your server"} is off. ${WHY[because]}`,
			`Messages from before are kept for ${DELIVERY_DAYS} days. What happens while it is off is not sent later.`,
		],
		after: [{ text: "Look at it and switch it on again", link }],
	});

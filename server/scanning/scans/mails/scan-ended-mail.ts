import { accountMail } from "#server/identity/accounts/mails/account-mail.ts";
import type { MailMessage } from "#server/platform/mail/mail-shell.ts";
import { mailTarget, unlinked } from "#server/platform/mail/unlinked.ts";
import { site } from "#src/config/site.ts";

type ScanEndedMail = {
	kind: "scan-finished" | "new-finding";
	host: string;
	/** The name of the client that the host belongs to, if it is not the workspace itself. */
	client?: string | undefined;
	/** Links to the scan and to the page where these emails are turned off. */
	links: { scan: string; settings: string };
};

/** Sent when a notification reached no device. It says as little as one: the findings require a sign-in. */
export function scanEndedMail({ kind, host, client, links }: ScanEndedMail): MailMessage {
	const name = mailTarget(host);
	const of = client === undefined ? "" : ` of ${unlinked(client, 60)}`;
	const found = kind === "new-finding";
	return accountMail({
		subject: found ? `New serious findings on ${name}` : `Your scan of ${name} has ended`,
		before: [
			found
				? `A scan of ${name}${of} found something serious that was not there before.`
				: `The scan of ${name}${of} that you asked for has ended.`,
		],
		after: [
			{ text: "View the scan", link: links.scan },
			`You get this email because ${site.name} could not notify any of your devices, and you asked for an email in that case.`,
			{ text: "Change this in your settings", link: links.settings },
		],
	});
}

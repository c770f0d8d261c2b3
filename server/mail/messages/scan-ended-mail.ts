import { site } from "#src/config/site.ts";
import { accountMail } from "./account-mail.ts";
import type { MailMessage } from "./mail-shell.ts";
import { mailTarget } from "./unlinked.ts";

type ScanEndedMail = {
	kind: "scan-finished" | "new-finding";
	host: string;
	/** The scan, and where such mails are switched off. */
	links: { scan: string; settings: string };
};

/** The mail in place of a notification that reached no device. It says as little: what was found is behind the sign-in. */
export function scanEndedMail({ kind, host, links }: ScanEndedMail): MailMessage {
	const name = mailTarget(host);
	const found = kind === "new-finding";
	return accountMail({
		subject: found ? `New serious findings on ${name}` : `Your scan of ${name} has ended`,
		before: [
			found
				? `A scan of ${name} found something serious that was not there before.`
				: `The scan of ${name} that you asked for has ended.`,
		],
		after: [
			{ words: "Look at the scan", link: links.scan },
			`You get this because no device of yours could be told, and you asked ${site.name} to mail you then.`,
			{ words: "Change that in the settings", link: links.settings },
		],
	});
}

import { dayText } from "#contract/format/time.ts";
import { accountMail } from "#server/identity/accounts/mails/account-mail.ts";
import type { MailMessage } from "#server/platform/mail/mail-shell.ts";
import { unlinked } from "#server/platform/mail/unlinked.ts";
import { site } from "#src/config/site.ts";
import type { SignedCopy } from "../signed-copies.ts";

const NAME = 60;

/** To an address that a member typed and nobody confirmed: it says no more than the workspace's name, and nothing in it becomes a link. */
export const signedMail = ({ workspace, expiresAt }: Omit<SignedCopy, "to">, link: string): MailMessage =>
	accountMail({
		subject: `Your copy of what was signed, from ${site.name}`,
		before: [
			`${unlinked(workspace, NAME)} had an assessment signed, and your address was given for a copy. You can read it and save it as a PDF until ${dayText(expiresAt, "utc")} (UTC).`,
			"Everyone who has this link can read the copy. Please don’t pass it on.",
		],
		action: { label: "Read the copy", link },
		after: ["Didn’t sign anything? Then a wrong address was given. You can ignore this email."],
	});

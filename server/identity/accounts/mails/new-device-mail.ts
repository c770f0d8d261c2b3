import { timeText } from "#contract/format/time.ts";
import type { MailMessage } from "#server/platform/mail/mail-shell.ts";
import { site } from "#src/config/site.ts";
import type { NewDevice } from "../email/mail.ts";
import { accountMail } from "./account-mail.ts";

/** To the owner of an account, after a sign-in on a device that is new to the account. */
export const newDeviceMail = ({ device, network, at }: NewDevice, forgotPassword: string): MailMessage =>
	accountMail({
		subject: `New sign-in to your ${site.name} account`,
		before: [
			"Your account was signed in to on a device that we had not seen it on before.",
			`Device: ${device}. Network: ${network}. Time: ${timeText(at, "utc")}.`,
		],
		after: [
			"Was that you? Then there is nothing to do. A browser whose cookies were cleared counts as a new device.",
			"If it was not you, set a new password right away. That signs out every device, including this one.",
			{ text: "This was not me. Set a new password", link: forgotPassword },
		],
	});

import nodemailer from "nodemailer";
import { composeMail } from "./compose.ts";
import type { MailTransport } from "./transport.ts";

const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** An error whose message names no mailbox. */
export class MailNotAccepted extends Error {
	override name = "MailNotAccepted";
}

type SmtpError = { code?: string; responseCode?: number; command?: string };

/** Hands messages to the server in SMTP_URL. */
export function createSmtpTransport(smtpUrl: string, from: string): MailTransport {
	const transporter = nodemailer.createTransport({ url: smtpUrl, ...LIMITS });
	return {
		description: `sent through ${new URL(smtpUrl).host}`,
		leavesTheMachine: true,
		async send(mail) {
			await transporter.sendMail(composeMail(mail, from)).catch((error: SmtpError) => {
				// The server's own text quotes the recipient, and this error is logged and stored with the job.
				const { code = "no code", responseCode = "none", command = "none" } = error;
				throw new MailNotAccepted(
					`The mail server did not accept the message (${code}, answer ${responseCode}, command ${command})`,
				);
			});
		},
		async prune() {},
		close: () => transporter.close(),
	};
}

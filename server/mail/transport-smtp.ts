import nodemailer from "nodemailer";
import { composeMail } from "./compose.ts";
import type { MailTransport } from "./transport.ts";

const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 };

/** Hands mails to the server of SMTP_URL. */
export function createSmtpTransport(smtpUrl: string, from: string): MailTransport {
	const transporter = nodemailer.createTransport({ url: smtpUrl, ...LIMITS });
	return {
		description: `sent through ${new URL(smtpUrl).host}`,
		leavesTheMachine: true,
		async send(mail) {
			await transporter.sendMail(composeMail(mail, from));
		},
		async prune() {},
		close: () => transporter.close(),
	};
}

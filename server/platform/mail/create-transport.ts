import { join } from "node:path";
import type { Config } from "../settings/config.ts";
import type { MailTransport } from "./transport.ts";
import { createFileTransport } from "./transport-file.ts";
import { createSmtpTransport } from "./transport-smtp.ts";

export function createTransport({ SMTP_URL, MAIL_FROM, VAR_DIR }: Config): MailTransport {
	return SMTP_URL ? createSmtpTransport(SMTP_URL, MAIL_FROM) : createFileTransport(join(VAR_DIR, "mail"), MAIL_FROM);
}

import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import { composeMail } from "./compose.ts";
import type { MailTransport } from "./transport.ts";

/** Without a mail server: each message becomes a file that email programs can open. */
export function createFileTransport(folder: string, from: string): MailTransport {
	const transporter = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "windows" });
	return {
		description: `kept as .eml files in ${folder} (set SMTP_URL to send them)`,
		leavesTheMachine: false,
		async send(mail) {
			await mkdir(folder, { recursive: true, mode: 0o700 });
			const { message } = await transporter.sendMail(composeMail(mail, from));
			const id = mail.messageId.split(/[<@]/)[1]?.replace(/[^\w-]/g, "");
			const file = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${id || "mail"}.eml`);
			// Programs that watch the folder never see half a message.
			try {
				await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
				await rename(`${file}.part`, file);
			} catch (error) {
				// On a full disk every try would leave another partial file.
				await rm(`${file}.part`, { force: true });
				throw error;
			}
		},
		async prune(before) {
			const files = await readdir(folder).catch(() => []);
			for (const name of files.filter((name) => /\.eml(\.part)?$/.test(name))) {
				const file = join(folder, name);
				if ((await stat(file)).mtime < before) await rm(file);
			}
		},
		close() {},
	};
}

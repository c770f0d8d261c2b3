import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** An email as it arrived over SMTP. */
type ReceivedMail = { to: string[]; raw: string };

/** A real SMTP server on loopback that keeps what it is given. */
export type Mailbox = {
	smtpUrl: string;
	received: ReceivedMail[];
	/** The first email to `address`, now or when it arrives. */
	next(address: string): Promise<ReceivedMail>;
	close(): Promise<void>;
};

/** The text of a quoted-printable email, close enough for searching. */
export const decodeMail = (raw: string) =>
	raw
		.replace(/=\r?\n/g, "")
		.replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"));

/** `at`: the port of an earlier mailbox, to use it again. */
export async function startMailbox(at = 0): Promise<Mailbox> {
	const received: ReceivedMail[] = [];
	const waiting: { address: string; resolve: (mail: ReceivedMail) => void }[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ["STARTTLS"],
		// Accepts any name and password.
		allowInsecureAuth: true,
		onAuth: (_auth, _session, done) => done(null, { user: "anyone" }),
		onData(stream, session, done) {
			const chunks: Buffer[] = [];
			stream.on("data", (chunk: Buffer) => chunks.push(chunk));
			stream.on("end", () => {
				const mail = {
					to: session.envelope.rcptTo.map(({ address }) => address),
					raw: Buffer.concat(chunks).toString(),
				};
				received.push(mail);
				for (const entry of waiting.filter(({ address }) => mail.to.includes(address))) {
					waiting.splice(waiting.indexOf(entry), 1);
					entry.resolve(mail);
				}
				done();
			});
		},
	});
	server.listen(at, "127.0.0.1");
	await once(server.server, "listening");
	const { port } = server.server.address() as AddressInfo;
	return {
		smtpUrl: `smtp://127.0.0.1:${port}`,
		received,
		next(address) {
			const found = received.find((mail) => mail.to.includes(address));
			if (found) return Promise.resolve(found);
			return new Promise((resolve) => waiting.push({ address, resolve }));
		},
		close: () => new Promise((resolve) => server.close(() => resolve())),
	};
}

import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/** What the mail server does with the messages it gets. */
export type SmtpMode =
	| "up"
	/** Nothing listens. */
	| "down"
	/** It accepts connections and never says anything. */
	| "hang"
	/** 451 to each message. */
	| "busy"
	/** 550 to each message. */
	| "refuse"
	/** Keeps the message, but the connection is cut before the answer: the sender cannot know. */
	| "lose-answer"
	/** Keeps the message, answers, and cuts the connection. */
	| "cut-after-answer";

/** `answered`: whether the sender got the answer. */
type Kept = { messageId: string; answered: boolean };

/** A real SMTP server on loopback that records the ids of messages and can misbehave. */
export type FaultySmtp = {
	url: string;
	kept: Kept[];
	/** Connections so far. */
	attempts(): number;
	set(mode: SmtpMode): Promise<void>;
	close(): Promise<void>;
};

export async function startFaultySmtp(): Promise<FaultySmtp> {
	const kept: Kept[] = [];
	const sockets = new Map<number, Socket>();
	let mode: SmtpMode = "up";
	let attempts = 0;
	let port = 0;
	let server = await listen();

	async function listen(): Promise<SMTPServer> {
		const next = new SMTPServer({
			authOptional: true,
			disabledCommands: ["STARTTLS"],
			disableReverseLookup: true,
			closeTimeout: 100,
			onConnect(_session, done) {
				attempts += 1;
				if (mode !== "hang") done();
			},
			onData(stream, session, done) {
				const chunks: Buffer[] = [];
				stream.on("data", (chunk: Buffer) => chunks.push(chunk));
				stream.on("end", () => {
					if (mode === "busy") return done(Object.assign(new Error("Try again later"), { responseCode: 451 }));
					if (mode === "refuse") return done(Object.assign(new Error("Not wanted"), { responseCode: 550 }));
					const messageId = /^Message-ID: (\S+)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? "";
					const socket = sockets.get(session.remotePort);
					kept.push({ messageId, answered: mode !== "lose-answer" });
					if (mode === "lose-answer") return socket?.destroy();
					done();
					if (mode === "cut-after-answer") setImmediate(() => socket?.destroySoon());
				});
			},
		});
		next.on("error", () => {});
		next.server.on("connection", (socket: Socket) => {
			const { remotePort = 0 } = socket;
			sockets.set(remotePort, socket);
			socket.once("close", () => sockets.delete(remotePort));
		});
		next.listen(port, "127.0.0.1");
		await once(next.server, "listening");
		port = (next.server.address() as AddressInfo).port;
		return next;
	}

	const close = async () => {
		const closed = new Promise<void>((resolve) => server.close(() => resolve()));
		for (const socket of sockets.values()) socket.destroy();
		await closed;
	};

	return {
		url: `smtp://127.0.0.1:${port}`,
		kept,
		attempts: () => attempts,
		async set(next) {
			if (next === mode) return;
			if (next === "down") await close();
			else if (mode === "down") server = await listen();
			// Nobody waits for a server that hung.
			if (mode === "hang") for (const socket of sockets.values()) socket.destroy();
			mode = next;
		},
		async close() {
			if (mode !== "down") await close();
		},
	};
}

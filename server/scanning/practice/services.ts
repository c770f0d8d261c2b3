import { createServer, type Server, type Socket } from "node:net";

/** A MySQL 5.5 server's first packet: protocol 10, version, connection, two pieces of salt, capabilities. */
function mysqlGreeting(): Buffer {
	const body = Buffer.concat([
		Buffer.from("\x0a5.5.62\0", "latin1"),
		Buffer.from([7, 0, 0, 0]),
		Buffer.from("practice\0", "latin1"),
		Buffer.from([0xff, 0xf7, 0x08, 0x02, 0x00, 0x0f, 0x80, 0x15]),
		Buffer.alloc(10),
		Buffer.from("practiceonly\0", "latin1"),
		Buffer.from("mysql_native_password\0", "latin1"),
	]);
	return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]);
}

/** The greetings of services that should not be open. They say nothing else: there is nothing behind them. */
const GREETINGS: readonly Buffer[] = [
	Buffer.from("220 ProFTPD 1.3.3c Server (practice target) [127.0.0.1]\r\n"),
	mysqlGreeting(),
	// Telnet's questions about the terminal, as a Linux telnetd asks them.
	Buffer.from([0xff, 0xfd, 0x18, 0xff, 0xfd, 0x20, 0xff, 0xfd, 0x23, 0xff, 0xfd, 0x27]),
	Buffer.from("RFB 003.008\n"),
];
const PATIENCE_MS = 15_000;

/** Creates the servers, not listening yet, and a function that ends the connections to them. */
export function practiceServices(): { servers: Server[]; hangUp: () => void } {
	const open = new Set<Socket>();
	const servers = GREETINGS.map((greeting) =>
		createServer((socket) => {
			open.add(socket);
			socket.once("close", () => open.delete(socket));
			socket.on("error", () => socket.destroy());
			socket.setTimeout(PATIENCE_MS, () => socket.destroy());
			socket.resume();
			socket.write(greeting);
		}),
	);
	return {
		servers,
		hangUp() {
			for (const socket of open) socket.destroy();
		},
	};
}

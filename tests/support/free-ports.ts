import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Systems give ports from here on to every socket that does not name one (Linux from 32768, macOS and Windows from 49152):
 * a port from there can be gone by the time that a program with a slow start takes it.
 */
const FIRST_EPHEMERAL = 32_768;

/** A port of loopback for a program that has to be told one. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(10_000, FIRST_EPHEMERAL);
		if (await isFree(port)) return port;
	}
}

/** Two different ones. */
export async function freePorts(): Promise<[number, number]> {
	const first = await freePort();
	const second = await freePort();
	return first === second ? freePorts() : [first, second];
}

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(false));
		server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
	});
}

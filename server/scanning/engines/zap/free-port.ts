import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Systems give ports from here on to any connection, so that one of them could be gone by the time a slow program listens on it. */
const FIRST_EPHEMERAL = 32_768;
const MOST_TRIES = 50;

/** A port of this machine's loopback that nothing listens on right now. Another program may still take it before the caller's does. */
export async function freePort(): Promise<number> {
	for (let tries = 0; tries < MOST_TRIES; tries++) {
		const port = randomInt(10_000, FIRST_EPHEMERAL);
		if (await isFree(port)) return port;
	}
	throw new Error(`None of ${MOST_TRIES} ports of this machine is free`);
}

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(false));
		server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
	});
}

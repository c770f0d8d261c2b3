import { randomInt } from "node:crypto";
import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/**
 * Systems assign ports from here on to every socket that does not name one (Linux from 32768, macOS and Windows from 49152): such a port
 * can be gone by the time a slow program takes it.
 */
const FIRST_EPHEMERAL = 32_768;

/** A port for a program that has to be told one. No other run of tests on this machine gets it while this process lives. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(10_000, FIRST_EPHEMERAL);
		if (await take(port)) return port;
	}
}

/** Two different ones. */
export const freePorts = async (): Promise<[number, number]> => [await freePort(), await freePort()];

/** Two neighboring ones, as the practice target needs. Returns the first. */
export async function freePortPair(): Promise<number> {
	for (;;) {
		const port = await freePort();
		if (await take(port + 1)) return port;
	}
}

const take = async (port: number) => (await reserve(port)) && (await isFree(port));

/** The UDP port with the same number stands for the TCP port: only one process can have it, and it is released when that process ends. */
function reserve(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const socket = createSocket("udp4").unref();
		socket.once("error", () => resolve(false));
		socket.bind({ port, address: "127.0.0.1", exclusive: true }, () => resolve(true));
	});
}

/** On every address of this machine: some programs listen on all of them. */
function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once("error", () => resolve(false));
		server.listen({ port, exclusive: true }, () => server.close(() => resolve(true)));
	});
}

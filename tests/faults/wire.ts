import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** The network between a process and its database. */
export type Wire = {
	port: number;
	/** Cuts every connection, in the middle of whatever is happening. */
	cut(): void;
	/** Whether nothing gets through, though every connection stays open: no error tells anyone. */
	setSilent(on: boolean): void;
	close(): Promise<void>;
};

/** A TCP proxy on loopback to a port of this machine. */
export async function startWire(target: number): Promise<Wire> {
	const pairs = new Set<[Socket, Socket]>();
	let silent = false;
	const server = createServer((near) => {
		const far = connect(target, "127.0.0.1");
		const pair: [Socket, Socket] = [near, far];
		pairs.add(pair);
		if (silent) for (const socket of pair) socket.pause();
		for (const [from, to] of [pair, [far, near] as const]) {
			from.on("data", (chunk) => to.write(chunk));
			from.on("error", () => {});
			from.once("close", () => {
				pairs.delete(pair);
				to.destroy();
			});
		}
		if (silent) for (const socket of pair) socket.pause();
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const cut = () => {
		for (const [near, far] of pairs) {
			near.resetAndDestroy();
			far.resetAndDestroy();
		}
	};
	return {
		port: (server.address() as AddressInfo).port,
		cut,
		setSilent(on) {
			silent = on;
			for (const pair of pairs) for (const socket of pair) on ? socket.pause() : socket.resume();
		},
		async close() {
			const closed = once(server, "close");
			server.close();
			cut();
			await closed;
		},
	};
}

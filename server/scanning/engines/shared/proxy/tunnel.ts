import type { Duplex } from "node:stream";

/**
 * Passes bytes both ways. They are encrypted, so requests cannot be counted. Instead, each time the client sends something after the
 * target has sent something counts as one, which over HTTP/1.1 is a request.
 */
export function relay(client: Duplex, remote: Duplex, pace: () => Promise<boolean>, mostBytes: number): void {
	let sent = 0;
	let received = 0;
	let mayTalk = false;
	const end = () => {
		client.destroy();
		remote.destroy();
	};
	client.on("data", async (chunk: Buffer) => {
		sent += chunk.length;
		if (sent > mostBytes) return end();
		client.pause();
		if (!mayTalk) {
			mayTalk = true;
			if (!(await pace())) return end();
		}
		if (remote.destroyed) return;
		if (remote.write(chunk)) client.resume();
		else remote.once("drain", () => client.resume());
	});
	remote.on("data", (chunk: Buffer) => {
		received += chunk.length;
		if (received > mostBytes) return end();
		mayTalk = false;
		if (client.write(chunk)) return;
		remote.pause();
		client.once("drain", () => remote.resume());
	});
	client.once("end", () => remote.end());
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A site that answers every request and records who it claims to be from. It ends with the test. */
export async function startNotingSite(): Promise<{ port: number; userAgents: string[] }> {
	const userAgents: string[] = [];
	const server = createServer((request, response) => {
		userAgents.push(request.headers["user-agent"] ?? "");
		response.end("Hello");
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	onTestFinished(() => void server.close());
	return { port: (server.address() as AddressInfo).port, userAgents };
}

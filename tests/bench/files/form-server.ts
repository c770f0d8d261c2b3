import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Accepts a form with all of an entry's files in one request, as offline form apps send them. It counts those that arrived whole. */
export async function startFormServer(): Promise<{ port: number; whole(): number; close(): void }> {
	let whole = 0;
	const server = createServer((request, response) => {
		if (request.method !== "POST") return response.setHeader("Content-Type", "text/html").end("<!doctype html>");
		request.resume();
		request.on("end", () => {
			whole += 1;
			response.end();
		});
		request.on("error", () => {});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		port: (server.address() as AddressInfo).port,
		whole: () => whole,
		close: () => server.closeAllConnections(),
	};
}

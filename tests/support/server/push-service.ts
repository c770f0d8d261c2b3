import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterFile } from "../after-file.ts";

type Push = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/** A push service on this machine. */
export async function startPushService() {
	const received: Push[] = [];
	const service = {
		url: "",
		received,
		/** What it answers with from now on. */
		status: 201,
	};
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			received.push({ path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks) });
			response.writeHead(service.status).end();
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	afterFile(() => new Promise((resolve) => server.close(resolve)));
	return service;
}

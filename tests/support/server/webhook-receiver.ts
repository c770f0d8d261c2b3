import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

type Received = { path: string; headers: IncomingHttpHeaders; body: string };
type Message = { type: string; timestamp: string; data: Record<string, unknown> };

/** A receiver of webhooks on this machine, until it is closed. */
export async function startWebhookReceiver() {
	const received: Received[] = [];
	const receiver = {
		url: "",
		received,
		/** What arrived at a path, oldest first. */
		at: (path: string) => received.filter((one) => one.path === path),
		close(): Promise<unknown> {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
		/** Its answers from now on. */
		answer: (response: ServerResponse, _path: string): void => void response.writeHead(204).end(),
	};
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			const path = request.url ?? "";
			received.push({ path, headers: request.headers, body: Buffer.concat(chunks).toString() });
			receiver.answer(response, path);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return receiver;
}

/** Reads a message as a receiver does; throws if no signature matches. */
export const verified = (secret: string | null, { body, headers }: Received): Message =>
	new Webhook(secret ?? "").verify(body, headers as Record<string, string>) as Message;

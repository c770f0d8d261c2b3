import { Agent, request } from "node:http";
import { KINDS, scanEntry } from "#contract/kinds/kinds.ts";
import { ACCOUNT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import type { OutboxAnswers } from "#contract/requests/outbox.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";

type Answer = { status: number; body: string };

/** A client that costs little: the load shares the machine with the server it measures. */
export function createSender(url: string, atOnce: number) {
	const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
	const { hostname, port } = new URL(url);
	const post = (path: string, body: unknown, headers: Record<string, string>): Promise<Answer> => {
		const { promise, resolve, reject } = Promise.withResolvers<Answer>();
		const text = JSON.stringify(body);
		const sent = request(
			{
				agent,
				hostname,
				port,
				path: API_BASE + path,
				method: "POST",
				headers: { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(text), ...headers },
			},
			(response) => {
				const chunks: Buffer[] = [];
				response.on("data", (chunk: Buffer) => chunks.push(chunk));
				response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }));
				response.on("error", reject);
			},
		);
		sent.on("error", reject);
		sent.end(text);
		return promise;
	};
	return {
		/** Requests one free scan and returns the answer's status. */
		async single(scan: Scan, { cookie, account, from }: Who): Promise<number> {
			const { status } = await post(KINDS.combined.path, scan, {
				[IDEMPOTENCY_KEY]: crypto.randomUUID(),
				[ACCOUNT]: account,
				Cookie: cookie,
				"X-Forwarded-For": from,
			});
			return status;
		},
		/** Requests many in one batch and returns 202 if every one was accepted, else the first other status. */
		async batch(scans: readonly Scan[], { cookie, account, from }: Who): Promise<number> {
			const entries = scans.map((body) => ({ key: crypto.randomUUID(), kind: scanEntry("combined"), account, body }));
			const { status, body } = await post(API_PATHS.outbox, { entries }, { Cookie: cookie, "X-Forwarded-For": from });
			if (status !== 200) return status;
			const { answers }: OutboxAnswers = JSON.parse(body);
			return answers.find((answer) => answer.status !== 202)?.status ?? 202;
		},
		close: () => agent.destroy(),
	};
}

export type Scan = { target: string; email: string };

/** Whose request it is, and from which network address. */
export type Who = { cookie: string; account: string; from: string };

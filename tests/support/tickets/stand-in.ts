import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Asked = {
	method: string;
	/** Without the query. */
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	/** Undefined if there was none. */
	body: unknown;
};
export type Answer = { status: number; body?: unknown; headers?: Record<string, string> };

/** A violation of a rule that the real one documents. */
class Broken extends Error {}
export function must(holds: boolean, rule: string): asserts holds {
	if (!holds) throw new Broken(rule);
}
export const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && !Array.isArray(value);

/** A tracker on this machine, until it is closed. It refuses what breaks a rule of the real one, and records the rule. */
export async function startStandIn(answer: (asked: Asked) => Answer) {
	const standIn = {
		url: "",
		asked: [] as Asked[],
		/** Rules that were broken. */
		broken: [] as string[],
		/** Answers instead of it, before it looks; true if it did. */
		before: (_asked: Asked, _response: ServerResponse): boolean => false,
		/** Answers instead of it, after the request was carried out; true if it did. */
		after: (_asked: Asked, _response: ServerResponse): boolean => false,
		/** What was written, in the order in which it arrived. */
		writes: (): string[] =>
			standIn.asked.filter(({ method }) => method !== "GET").map(({ method, path }) => `${method} ${path}`),
		close(): Promise<unknown> {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(resolve));
		},
	};
	const carryOut = (asked: Asked): Answer => {
		try {
			must((asked.headers["user-agent"] ?? "") !== "", "a user agent is named");
			return answer(asked);
		} catch (error) {
			if (!(error instanceof Broken)) throw error;
			standIn.broken.push(`${asked.method} ${asked.path}: ${error.message}`);
			return { status: 422, body: { message: error.message } };
		}
	};
	const server = createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on("data", (chunk: Buffer) => chunks.push(chunk));
		request.on("end", () => {
			const url = new URL(request.url ?? "", "http://stand-in");
			const text = Buffer.concat(chunks).toString();
			const asked: Asked = {
				method: request.method ?? "",
				path: url.pathname,
				query: url.searchParams,
				headers: request.headers,
				body: text === "" ? undefined : JSON.parse(text),
			};
			standIn.asked.push(asked);
			if (standIn.before(asked, response)) return;
			const { status, body, headers } = carryOut(asked);
			if (standIn.after(asked, response)) return;
			response.writeHead(status, { "content-type": "application/json", ...headers });
			response.end(body === undefined ? undefined : JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return standIn;
}

/** A request with a body names its type. */
export const mustBeJson = ({ body, headers }: Asked): void => {
	if (body !== undefined) must(/^application\/json\b/.test(headers["content-type"] ?? ""), "a body is JSON");
};

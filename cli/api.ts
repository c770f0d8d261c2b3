import { CommandError, EXIT } from "#contract/command-line.ts";
import type { ApiError } from "#contract/errors.ts";
import { CLIENT, IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_BASE } from "#contract/routes.ts";
import type { System } from "./system.ts";

type Call = {
	path: string;
	/** Sent as JSON; makes the call a POST. */
	body?: unknown;
	/** The same on every attempt, so that the server does it once. */
	key?: string;
};

/** `client`: the ID of the only client that calls may touch. */
export type Connection = { url: string; token: string; client?: string | undefined };

/** Calls the API until it answers, within limits. Resolves only with a success. */
export type Api = (call: Call) => Promise<Response>;

const TRIES = 6;
const FIRST_WAIT_MS = 1_000;
/** We do not wait for a server that asks for more. */
const LONGEST_WAIT_MS = 60_000;
const ANSWER_WITHIN_MS = 30_000;
const LATER: readonly number[] = [429, 502, 503, 504];

export function createApi(system: System, { url, token, client }: Connection): Api {
	const once = ({ path, body, key }: Call) =>
		system.fetch(`${url}${API_BASE}${path}`, {
			method: body === undefined ? "GET" : "POST",
			headers: {
				Authorization: `Bearer ${token}`,
				Accept: "application/json, */*",
				...(body !== undefined && { "Content-Type": "application/json" }),
				...(key !== undefined && { [IDEMPOTENCY_KEY]: key }),
				...(client !== undefined && { [CLIENT]: client }),
			},
			...(body !== undefined && { body: JSON.stringify(body) }),
			// The token goes only to the server that was named.
			redirect: "manual",
			signal: AbortSignal.any([system.stopped, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
		});

	return async function call(request) {
		let problem = "";
		for (let attempt = 0; attempt < TRIES; attempt++) {
			let wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
			try {
				const response = await once(request);
				if (response.ok) return response;
				if (!LATER.includes(response.status)) throw await refusalOf(response, url);
				problem = (await errorOf(response)).message;
				wait = Math.max(wait, Number(response.headers.get("Retry-After") ?? 0) * 1_000 || 0);
			} catch (error) {
				if (error instanceof CommandError || system.stopped.aborted) throw error;
				problem = causeOf(error);
			}
			if (attempt === TRIES - 1 || wait > LONGEST_WAIT_MS) break;
			system.note(`${url} does not take the request now. Trying again in ${Math.ceil(wait / 1_000)} s.`);
			await system.sleep(wait);
		}
		throw new CommandError(EXIT.unreachable, `${url} could not be reached, or did not take the request: ${problem}`);
	};
}

const causeOf = (error: unknown): string => {
	if (!(error instanceof Error)) return String(error);
	return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
};

async function errorOf(response: Response): Promise<ApiError> {
	const text = await response.text();
	try {
		const { code, message, details } = JSON.parse(text) as ApiError;
		if (typeof message === "string") return { code, message, ...(details && { details }) };
	} catch {
		// A proxy answered, not the API.
	}
	return { code: "", message: `It answered ${response.status}.` };
}

async function refusalOf(response: Response, url: string): Promise<CommandError> {
	const { status } = response;
	if (status >= 300 && status < 400) {
		const message = `${url} redirects to another address. Please set PLUMBLINE_URL to the final one.`;
		return new CommandError(EXIT.usage, message);
	}
	const { code, message, details } = await errorOf(response);
	if (code === "insufficient_scope") {
		const needed = typeof details?.scope === "string" ? ` It needs the scope ${details.scope}.` : "";
		return new CommandError(EXIT.notAllowed, `${message}${needed}`);
	}
	if (status === 401 || status === 403) return new CommandError(EXIT.notAllowed, message);
	return new CommandError(status >= 500 ? EXIT.unreachable : EXIT.usage, message);
}

import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Operation } from "#contract/operation.ts";
import { ACCOUNT, CLIENT, WORKSPACE } from "#contract/requests/headers.ts";
import { API_BASE, fillPath } from "#contract/routes.ts";

/** Who asks, where they come from, and what they want to act on. */
const PASSED_ON = [
	"authorization",
	"host",
	"user-agent",
	"forwarded",
	"x-forwarded-for",
	"x-forwarded-host",
	"x-forwarded-proto",
	ACCOUNT.toLowerCase(),
	WORKSPACE.toLowerCase(),
	CLIENT.toLowerCase(),
];

export type Inside = { ok: true; body: unknown } | { ok: false; status: number; message: string };

/**
 * Makes an API call on behalf of another request's sender, as if it had come alone: token, scope, workspace, client, limits and isolation
 * are decided where they always are.
 */
export async function askInside(
	app: FastifyInstance,
	outer: FastifyRequest,
	operation: Operation,
	given: Readonly<Record<string, unknown>>,
): Promise<Inside> {
	const texts = Object.entries(given)
		.filter(([, value]) => value !== undefined)
		.map(([name, value]): [string, string] => [name, String(value)]);
	const inPath = new Set(operation.path.split("/").filter((part) => part.startsWith(":")));
	const path = fillPath(operation.path, Object.fromEntries(texts));
	const query = new URLSearchParams(texts.filter(([name]) => name !== "clientId" && !inPath.has(`:${name}`)));
	const client = given.clientId;
	const response = await app.inject({
		method: "GET",
		url: `${API_BASE}${path}?${query}`,
		remoteAddress: outer.socket.remoteAddress ?? outer.ip,
		headers: {
			...Object.fromEntries(Object.entries(outer.headers).filter(([name]) => PASSED_ON.includes(name))),
			...(typeof client === "string" && { [CLIENT.toLowerCase()]: client }),
		},
	});
	const body: unknown = response.json();
	if (response.statusCode < 300) return { ok: true, body };
	return { ok: false, status: response.statusCode, message: messageOf(body) };
}

const messageOf = (body: unknown): string =>
	typeof body === "object" && body !== null && "message" in body && typeof body.message === "string"
		? body.message
		: "The call was refused.";

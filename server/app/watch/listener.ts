import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Registry } from "prom-client";
import type { Readiness } from "#server/platform/db/readiness.ts";
import { LIVE_PATH, READY_PATH } from "#server/platform/http/health-paths.ts";
import { type HealthAnswer, live, ready } from "./health-answers.ts";

export const METRICS_PATH = "/metrics";

type ListenerDeps = { host: string; port: number; registry: Registry; readiness: Pick<Readiness, "missing" | "parts"> };

/** The port for monitoring: metrics, and the health of a process that may have no other port. */
export async function openListener({ host, port, registry, readiness }: ListenerDeps) {
	const answer = async (path: string): Promise<HealthAnswer | undefined> => {
		switch (path) {
			case LIVE_PATH:
				return live();
			case READY_PATH:
				return ready(readiness);
			case METRICS_PATH:
				return { status: 200, headers: { "Content-Type": registry.contentType }, body: await registry.metrics() };
		}
	};
	const server = createServer(async (request, response) => {
		const isRead = request.method === "GET" || request.method === "HEAD";
		const found = isRead ? await answer((request.url ?? "/").split("?")[0] ?? "/").catch(() => BROKEN) : undefined;
		send(response, found ?? NOT_FOUND);
	});
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, host, resolve);
	});
	return {
		port: (server.address() as AddressInfo).port,
		close() {
			server.closeAllConnections();
			return new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

const NOT_FOUND = { status: 404, headers: {}, body: "There is nothing at this address.\n" };
const BROKEN = { status: 500, headers: {}, body: "The metrics could not be gathered.\n" };

type HttpAnswer = { status: number; headers: Record<string, string>; body: string };

function send(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
	response.writeHead(status, { "X-Content-Type-Options": "nosniff", ...headers }).end(body);
}

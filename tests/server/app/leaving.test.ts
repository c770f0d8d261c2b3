import { Agent, request } from "node:http";
import { expect, test } from "vitest";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { READY_PATH } from "#server/platform/http/health-paths.ts";
import { createAccount } from "../../support/server/accounts.ts";
import { asAccount } from "../../support/server/api-client.ts";
import { startTestServer } from "../../support/server/test-server.ts";
import { watch } from "../../support/server/watch.ts";
import { until } from "../../support/until.ts";

test("a server about to end says that it is not ready, sends streams and connections elsewhere, and answers everything", async () => {
	const server = await startTestServer({ env: { DRAIN_SECONDS: "0" } });
	const account = await createAccount(server);
	const stream = await watch(server.url, asAccount(account));
	await until(async () => stream.text !== "", "the stream is open");
	expect((await fetch(server.url + READY_PATH)).status).toBe(200);

	await server.leave();
	expect((await fetch(server.url + READY_PATH)).status).toBe(503);
	await until(async () => stream.ended, "the stream ends");
	expect(stream.text).toMatch(/\nretry: \d{1,3}\n\n$/);
	const answer = await server.scan({ target: "example.com", email: "late@example.org" });
	expect(answer.status).toBe(202);
	expect(answer.headers.get("Connection")).toBe("close");
	expect((await fetch(server.url + API_BASE + API_PATHS.health)).status, "its database still answers").toBe(200);
	// It may come back here before the load balancer has noticed.
	const again = await watch(server.url, asAccount(account));
	await until(async () => again.text !== "", "a stream is still opened");
	await server.close();
	await until(async () => /\nretry: \d{1,3}\n\n$/.test(again.text), "that one is sent elsewhere too");
});

test("a request that comes on an open connection while the server closes is answered like any other", async () => {
	const server = await startTestServer();
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	const body = JSON.stringify({ target: "example.com", email: "last@example.org" });
	const headers = { "Content-Type": "application/json", "Content-Length": body.length };
	const asking = request(`${server.url}/api/v1/scans/combined/start/`, { method: "POST", agent, headers });
	const status = new Promise((resolve, reject) => {
		asking.on("response", (response) => resolve(response.resume().statusCode)).on("error", reject);
	});
	// Its headers are on their way; its body comes when the server is closing.
	asking.write(body.slice(0, 10));
	await new Promise((resolve) =>
		asking.once("socket", (socket) => (socket.connecting ? socket.once("connect", resolve) : resolve(0))),
	);
	const closing = server.close();
	asking.end(body.slice(10));
	expect(await status).toBe(202);
	await closing;
	agent.destroy();
});

import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { writeBuiltPages } from "../../../support/server/built-pages.ts";
import { startTestServer, type TestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";

describe("a server that is shutting down", () => {
	test("does not wait for a sender who never finishes a request", { timeout: 25_000 }, async () => {
		const server = await startTestServer();
		const { port = 0 } = server;
		const slow = connect(port, "127.0.0.1");
		slow.on("error", () => undefined);
		slow.write(
			`POST /api/v1/scans/combined/start/ HTTP/1.1\r\nHost: localhost:${port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
		);
		await fetch(`${server.url}/api/v1/health/`);
		const hungUp = new Promise((resolve) => slow.once("close", resolve));
		await server.close();
		await hungUp;
	});
});

describe("a request that names its host", () => {
	const send = async (lines: string[]): Promise<string> => {
		const server = await startedOnce();
		const socket = connect(server.port ?? 0, "127.0.0.1");
		const known = `localhost:${server.port}`;
		socket.write([...lines.map((line) => line.replaceAll("KNOWN", known)), "Connection: close", "", ""].join("\r\n"));
		let answer = "";
		for await (const chunk of socket) answer += chunk.toString();
		return answer.split("\r\n", 1)[0] ?? "";
	};
	let server: Promise<TestServer> | undefined;
	const startedOnce = () => (server ??= startTestServer());

	test.each([
		["twice", "/api/v1/health/", ["Host: KNOWN", "Host: other.example"]],
		["twice, the other way around", "/api/v1/health/", ["Host: other.example", "Host: KNOWN"]],
		["twice in the same way", "/api/v1/scans/", ["Host: KNOWN", "host: KNOWN"]],
		["differently in its target", "http://other.example/api/v1/health/", ["Host: KNOWN"]],
		["differently in its target, with a name in front", "http://KNOWN@other.example/", ["Host: KNOWN"]],
		["differently in its headers", "http://KNOWN/api/v1/health/", ["Host: other.example"]],
	])("%s is refused", async (_how, target, hosts) => {
		expect(await send([`GET ${target} HTTP/1.1`, ...hosts])).toBe("HTTP/1.1 400 Bad Request");
	});

	test.each([
		["once", "/api/v1/health/"],
		["in its target as well", "http://KNOWN/api/v1/health/"],
	])("%s is answered", async (_how, target) => {
		expect(await send([`GET ${target} HTTP/1.1`, "Host: KNOWN"])).toBe("HTTP/1.1 200 OK");
	});

	test("as another server is answered with 421", async () => {
		expect(await send(["GET http://other.example/ HTTP/1.1", "Host: other.example"])).toContain(" 421 ");
	});
});

describe("the built pages", () => {
	test("redirect to an address that is written as it came, no matter what is encoded in it", async () => {
		const server = await startTestServer({ parts: { dist: await writeBuiltPages() } });
		const where = async (path: string) => {
			const { status, headers } = await fetch(server.url + path, { redirect: "manual" });
			return `${status} ${headers.get("Location")}`;
		};
		expect(await where("/%0d%0aSet-Cookie:x=1/")).toBe("308 /%0D%0ASet-Cookie:x=1");
		expect(await where("/a%3Fb/?c=d")).toBe("308 /a%3Fb?c=d");
		expect(await where("/%C3%A9/")).toBe("308 /%C3%A9");
		expect(await where("/404")).toBe("404 null");
	});
});

describe("an email that is being sent", () => {
	test("keeps its job when a second one comes along, until it is known how the first one ended", async () => {
		const server = await startTestServer();
		const { pool } = server.database;
		const id = (await (await server.scan({ target: "example.com", email: "held@example.org" })).json()).receipt.scanId;
		const outcome = async () => (await pool.query("SELECT mail_outcome FROM scans WHERE id = $1", [id])).rows[0];
		await until(async () => (await outcome()).mail_outcome === "sent", "the email is sent");
		const other = await pool.connect();
		await other.query(pool.begin);
		await other.query("UPDATE scans SET mail_outcome = NULL WHERE id = $1", [id]);
		await other.query("COMMIT");
		await other.query(pool.begin);
		await other.query("SELECT 1 FROM scans WHERE id = $1 FOR UPDATE", [id]);
		await pool.query("INSERT INTO pgboss.job (name, data, retry_limit) VALUES ('mail', $1, 5)", [{ scanId: id }]);
		const jobs = async () =>
			(await pool.query("SELECT state FROM pgboss.job WHERE name = 'mail' AND retry_limit = 5")).rows[0].state;
		await until(async () => !["created", "active"].includes(await jobs()), "the second job has run");
		expect(await jobs()).toBe("retry");
		await other.query("ROLLBACK");
		other.release();
	});
});

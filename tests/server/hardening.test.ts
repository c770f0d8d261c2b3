import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { writeBuiltPages } from "../support/built-pages.ts";
import { startTestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

describe("a server that is to end", () => {
	test("does not wait for a sender who never finishes a request", { timeout: 8_000 }, async () => {
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

describe("the built pages", () => {
	test("redirect to an address that is written as it came, whatever is encoded in it", async () => {
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

describe("a mail that is being sent", () => {
	test("keeps its job when a second one comes along, until it is known how the first one ended", async () => {
		const server = await startTestServer();
		const { pool } = server.database;
		const id = (await (await server.scan({ target: "example.com", email: "held@example.org" })).json()).receipt.scanId;
		const outcome = async () => (await pool.query("SELECT mail_outcome FROM scans WHERE id = $1", [id])).rows[0];
		await until(async () => (await outcome()).mail_outcome === "sent", "the mail is sent");
		const other = await pool.connect();
		await other.query("BEGIN");
		await other.query("UPDATE scans SET mail_outcome = NULL WHERE id = $1", [id]);
		await other.query("COMMIT");
		await other.query("BEGIN");
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

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { listenToScans } from "#server/scanning/scans/store/scan-notices.ts";
import { afterFile } from "../../support/after-file.ts";
import { createTestDatabase } from "../../support/server/database.ts";
import { until } from "../../support/until.ts";

const database = await createTestDatabase();
const tell = (id: string) =>
	database.pool.query("SELECT pg_notify('scans', $1)", [JSON.stringify({ id, owner: "ada", what: "changed" })]);
const connections = async () =>
	(
		await database.pool.query(
			"SELECT 1 FROM pg_stat_activity WHERE application_name = 'plumbline-notices' AND datname = current_database()",
		)
	).rowCount;

/** A connection to the database that can go silent without being closed, as behind a firewall that forgets connections. */
async function startLine() {
	const { hostname, port } = new URL(database.url);
	const open: Socket[] = [];
	const line = {
		url: "",
		refuses: false,
		freeze() {
			for (const socket of open.splice(0)) socket.unpipe().pause();
		},
	};
	const server = createServer((socket) => {
		socket.on("error", () => {});
		if (line.refuses) return socket.destroy();
		const onward = connect(Number(port), hostname).on("error", () => {});
		socket.pipe(onward).pipe(socket);
		socket.on("close", () => onward.destroy());
		open.push(socket, onward);
	});
	server.listen(0, "127.0.0.1");
	await once(server, "listening");
	const url = new URL(database.url);
	url.port = String((server.address() as AddressInfo).port);
	line.url = url.href;
	afterFile(async () => server.close());
	return line;
}

async function listening(url: string) {
	const heard: string[] = [];
	const notices = await listenToScans(url, () => {}, { reconnectMs: 10, checkMs: 50, silenceMs: 2_000 });
	notices.listen({ onNotice: ({ id }) => heard.push(id), onGap: () => heard.push("gap") });
	return { heard, notices };
}

test("a connection that goes silent is noticed and replaced", async () => {
	const line = await startLine();
	const { heard, notices } = await listening(line.url);
	await tell("before");
	await until(async () => heard.includes("before"), "it hears");
	line.freeze();
	await tell("lost");
	await until(async () => heard.includes("gap"), "the silence is noticed");
	await tell("after");
	await until(async () => heard.includes("after"), "it hears again");
	expect(heard).toEqual(["before", "gap", "after"]);
	await notices.close();
});

test("connections that fail while it reconnects leave none behind: each change is heard once", async () => {
	const line = await startLine();
	const { heard, notices } = await listening(line.url);
	line.refuses = true;
	await database.pool.query(
		"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'plumbline-notices' AND datname = current_database()",
	);
	await until(async () => (await connections()) === 0, "it is cut");
	line.refuses = false;
	await until(async () => heard.includes("gap"), "it is back");
	await tell("once");
	await until(async () => heard.includes("once"), "it hears");
	expect(heard).toEqual(["gap", "once"]);
	expect(await connections()).toBe(1);
	await notices.close();
	await until(async () => (await connections()) === 0, "none is left");
});

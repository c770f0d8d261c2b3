import { describe, expect, test } from "vitest";
import { scanEntry } from "#contract/kinds/kinds.ts";
import type { OperationName } from "#contract/operations.ts";
import { createAccount } from "../../../support/server/accounts.ts";
import { apiClient, asAccount, refusalOf } from "../../../support/server/api-client.ts";
import { entry, startTestServer } from "../../../support/server/test-server.ts";

const server = await startTestServer();
const { pool } = server.database;
const ada = await createAccount(server);
const call = apiClient(server.url, asAccount(ada));
const startAs = apiClient(server.url);

const BODY = { target: "example.com", email: ada.email };
const LABELS = { client: " Bank of Ìbàdàn ", note: "Basement, second rack" };

async function start(body: object, key?: string): Promise<string> {
	const response = await call("startCombinedScan", { body, ...(key && { headers: entry(key, ada.accountId) }) });
	expect(response.status, await response.clone().text()).toBe(202);
	return (await response.json()).receipt.scanId;
}

const labelsOf = async (id: string) => (await pool.query("SELECT client, note FROM scans WHERE id = $1", [id])).rows[0];
const clientOf = async (host: string) =>
	(
		await pool.query(
			"SELECT name AS client FROM assets JOIN clients ON clients.id = client_id WHERE account_id = $1 AND host = $2",
			[ada.accountId, host],
		)
	).rows[0]?.client;
const read = async (name: OperationName, options = {}) => (await call(name, options)).json();

describe("a scan for a client", () => {
	test("keeps client and note, and shows them in the list, the detail, the table and the account's data", async () => {
		const scanId = await start({ ...BODY, ...LABELS });
		expect((await read("listScans")).scans[0]).toMatchObject({ id: scanId, client: "Bank of Ìbàdàn" });
		expect(await read("readScan", { params: { scanId } })).toMatchObject({
			scan: { client: "Bank of Ìbàdàn" },
			note: "Basement, second rack",
			request: BODY,
		});
		expect(await (await call("exportScans", { query: { format: "csv" } })).text()).toContain(
			",example.com,Bank of Ìbàdàn,",
		);
		expect((await read("exportMyData")).scans[0]).toMatchObject({ client: "Bank of Ìbàdàn", note: LABELS.note });
	});

	test("gives its host the client, unless the host has one", async () => {
		await start({ ...BODY, target: "https://first.example.com/path", client: "First" });
		expect(await clientOf("first.example.com")).toBe("First");
		await start({ ...BODY, target: "first.example.com", client: "Second" });
		expect(await clientOf("first.example.com")).toBe("First");
		await start({ ...BODY, target: "none.example.com", note: "No client" });
		expect(await clientOf("none.example.com")).toBeUndefined();
	});

	test("is the same request with other labels: a device that did not see the answer corrects them", async () => {
		const scanId = await start({ ...BODY, client: "Bank" }, "lost-answer");
		expect(await start({ ...BODY, client: "Clinic", note: "Corrected" }, "lost-answer")).toBe(scanId);
		expect(await labelsOf(scanId)).toEqual({ client: "Clinic", note: "Corrected" });
		// Code from before there were labels.
		expect(await start(BODY, "lost-answer")).toBe(scanId);
		expect(await labelsOf(scanId)).toEqual({ client: "Clinic", note: "Corrected" });
	});

	test("gives its host the client that a repeat names first", async () => {
		const body = { ...BODY, target: "late.example.com" };
		await start(body, "named-late");
		await start({ ...body, client: "Late" }, "named-late");
		expect(await clientOf("late.example.com")).toBe("Late");
		await start({ ...body, client: "Later" }, "named-late");
		expect(await clientOf("late.example.com")).toBe("Late");
	});

	test("makes one client of several names for one host, together or one after another", async () => {
		const named = async (names: string[]) =>
			(
				await pool.query("SELECT name FROM clients WHERE workspace_id = $1 AND name = ANY ($2) ORDER BY name", [
					ada.accountId,
					names,
				])
			).rows.map(({ name }) => name);
		const together = ["Blue", "Green", "Red"];
		const entries = together.map((client) => ({
			key: `together-${client}`,
			kind: scanEntry("combined"),
			account: ada.accountId,
			body: { ...BODY, target: "together.example.com", client },
		}));
		expect((await call("sendOutbox", { body: { entries } })).status).toBe(200);
		expect(await named(together)).toEqual([await clientOf("together.example.com")]);

		for (const client of ["One", "Two"]) await start({ ...BODY, target: "one-by-one.example.com", client });
		expect(await named(["One", "Two"])).toEqual(["One"]);
	});

	test("is repeated for the same client", async () => {
		const scanId = await start({ ...BODY, ...LABELS });
		const again = await call("repeatScan", { params: { scanId } });
		expect(await labelsOf((await again.json()).receipt.scanId)).toEqual(await labelsOf(scanId));
	});

	test.each([
		[{ client: "x".repeat(101) }, "That client has more than 100 characters."],
		[{ note: "x".repeat(501) }, "That note has more than 500 characters."],
		[{ client: 7 }, "Please give the client as text."],
		[{ note: null }, "Please give the note as text."],
	])("is refused with %o, and nothing is stored", async (labels, message) => {
		const before = (await read("listScans")).total;
		const refusal = await refusalOf(await call("startCombinedScan", { body: { ...BODY, ...labels } }));
		expect(refusal).toMatchObject({ status: 400, message: expect.stringContaining(message) });
		expect((await read("listScans")).total).toBe(before);
	});
});

test("a stranger's labels are not stored", async () => {
	const response = await startAs("startCombinedScan", { body: { ...BODY, email: "eve@example.org", ...LABELS } });
	const { scanId } = (await response.json()).receipt;
	expect(await labelsOf(scanId)).toEqual({ client: "", note: "" });
});

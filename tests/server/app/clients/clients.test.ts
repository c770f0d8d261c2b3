import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { CLIENTS_LIMIT } from "#server/app/clients/clients-limit.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { until } from "../../../support/until.ts";
import { about, bodyOf, createConsultancy } from "./consultancy.ts";

const server = await startTestServer();
const { pool } = server.database;
const kindOf = async (id: string) => (await pool.query("SELECT kind FROM workspaces WHERE id = $1", [id])).rows[0].kind;

describe("a client", () => {
	test("is added with what was given, a code from its name and the next color; the company becomes a consultancy", async () => {
		const ada = await createConsultancy(server);
		expect(await kindOf(ada.workspaceId)).toBe("company");
		const bank = await ada.addClient(" Bank of Ìbàdàn ", { country: "NG", sector: "Banking", contact: "Ngozi" });
		expect(bank).toEqual({
			id: bank.id,
			name: "Bank of Ìbàdàn",
			code: "bank-of-b-d-n",
			color: "teal",
			own: false,
			country: "NG",
			sector: "Banking",
			contact: "Ngozi",
			archivedAt: null,
			version: 1,
		});
		expect(await kindOf(ada.workspaceId)).toBe("consultancy");
		expect(await ada.addClient("Bank of B d n", { color: "rose" })).toMatchObject({
			code: "bank-of-b-d-n-2",
			color: "rose",
		});
		expect(await ada.addClient("銀行")).toMatchObject({ code: "client" });
	});

	test("is added once per key, whatever happens to it meanwhile", async () => {
		const ada = await createConsultancy(server);
		const headers = { [IDEMPOTENCY_KEY]: randomUUID() };
		const create = (name: string) => ada.call("createClient", { body: { name }, headers });
		const first = await bodyOf(await create("Acme"), 201);
		expect(await bodyOf(await create("Acme"), 201)).toEqual(first);
		expect(await refusalOf(await create("Other"))).toMatchObject({ status: 422, code: "idempotency_mismatch" });
		await ada.call("deleteClient", { params: { clientId: first.id }, body: { name: "Acme" } });
		expect(await refusalOf(await create("Acme"))).toMatchObject({ status: 404, code: "client_unknown" });
	});

	test("has a name and a code that no other client of the workspace has", async () => {
		const [ada, eve] = [await createConsultancy(server), await createConsultancy(server)];
		const acme = await ada.addClient("Acme", { code: "a" });
		await eve.addClient("Acme", { code: "a" });
		const other = await ada.addClient("Other");
		const refused = (field: string) => ({
			status: 409,
			code: "already_exists",
			details: { fields: [{ field: `/${field}`, message: expect.stringContaining(`has this ${field}`) }] },
		});
		expect(await refusalOf(await ada.call("createClient", { body: { name: "ACME" } }))).toMatchObject(refused("name"));
		expect(await refusalOf(await ada.call("createClient", { body: { name: "New", code: "a" } }))).toMatchObject(
			refused("code"),
		);
		const params = { clientId: other.id };
		expect(
			await refusalOf(await ada.call("changeClient", { params, body: { name: acme.name, version: 1 } })),
		).toMatchObject(refused("name"));
		expect(await refusalOf(await ada.call("changeClient", { params, body: { code: "a", version: 1 } }))).toMatchObject(
			refused("code"),
		);
		// A name does not conflict with itself, so its case may change.
		expect(
			await bodyOf(
				await ada.call("changeClient", { params: { clientId: acme.id }, body: { name: "ACME", version: 1 } }),
			),
		).toMatchObject({ name: "ACME", version: 2 });
	});

	test("is added by ten people at once with ten codes", async () => {
		const ada = await createConsultancy(server);
		const names = Array.from({ length: 10 }, (_, index) => `Acme${"!".repeat(index)}`);
		const codes = (await Promise.all(names.map((name) => ada.addClient(name)))).map(({ code }) => code);
		expect(new Set(codes).size).toBe(10);
	});

	test("is one of at most 500", async () => {
		const ada = await createConsultancy(server);
		await pool.query(
			`INSERT INTO clients (id, workspace_id, name, code) SELECT gen_random_uuid(), $1, 'n' || n, 'n' || n
			 FROM generate_series(1, $2) AS n`,
			[ada.workspaceId, CLIENTS_LIMIT - 2],
		);
		await ada.addClient("The last one");
		expect(await refusalOf(await ada.call("createClient", { body: { name: "One more" } }))).toMatchObject({
			status: 409,
			code: "limit_reached",
		});
	});

	test("is changed by one of two people who change it at once, and the other one sees what it is now", async () => {
		const ada = await createConsultancy(server);
		const manager = await ada.member("manager");
		const { id, version } = await ada.addClient("Acme");
		const rename = (call: typeof ada.call, name: string) =>
			call("changeClient", { params: { clientId: id }, body: { name, version } });
		const answers = await Promise.all([rename(ada.call, "Acme Bank"), rename(manager.call, "Acme Insurance")]);
		const [winner, loser] = answers.toSorted((a, b) => a.status - b.status) as [Response, Response];
		const current = await bodyOf(winner);
		expect(current).toMatchObject({ version: 2 });
		expect(await refusalOf(loser)).toMatchObject({ status: 409, code: "changed_meanwhile", details: { current } });
	});

	test("that is the workspace itself can be renamed, and neither archived nor deleted", async () => {
		const ada = await createConsultancy(server);
		const params = { clientId: ada.own };
		expect(await bodyOf(await ada.call("changeClient", { params, body: { name: "Us", version: 1 } }))).toMatchObject({
			name: "Us",
			own: true,
		});
		expect(
			await refusalOf(await ada.call("changeClient", { params, body: { archived: true, version: 2 } })),
		).toMatchObject({ status: 400, details: { fields: [{ field: "/archived" }] } });
		expect(await refusalOf(await ada.call("deleteClient", { params, body: { name: "Us" } }))).toMatchObject({
			status: 400,
			code: "invalid_body",
		});
	});
});

describe("only owners and managers", () => {
	test("manage clients, and only owners delete them", async () => {
		const ada = await createConsultancy(server);
		const { id } = await ada.addClient("Acme");
		const params = { clientId: id };
		for (const role of ["consultant", "contributor", "auditor", "guest"] as const) {
			const member = await ada.member(role, role === "guest" ? id : null);
			const answers = await Promise.all([
				member.call("createClient", { body: { name: "Mine" } }),
				member.call("changeClient", { params, body: { name: "Mine", version: 1 } }),
				member.call("deleteClient", { params, body: { name: "Acme" } }),
			]);
			for (const answer of answers) {
				expect(await refusalOf(answer)).toMatchObject({ status: 403, code: "role_required", details: { role } });
			}
		}
		const manager = await ada.member("manager");
		expect((await manager.call("changeClient", { params, body: { sector: "Tea", version: 1 } })).status).toBe(200);
		expect((await manager.call("deleteClient", { params, body: { name: "Acme" } })).status).toBe(403);
	});

	test("of its own workspace: for all others it does not exist", async () => {
		const [ada, eve] = [await createConsultancy(server), await createConsultancy(server)];
		const acme = await ada.addClient("Acme");
		const other = await ada.addClient("Other");
		const params = { clientId: acme.id };
		const unknown = { status: 404, code: "client_unknown" };
		const body = { name: "Acme", version: 1 };
		expect(await refusalOf(await eve.call("changeClient", { params, body }))).toMatchObject(unknown);
		expect(await refusalOf(await eve.call("deleteClient", { params, body: { name: "Acme" } }))).toMatchObject(unknown);
		// And a request about one client does not change another one.
		expect(await refusalOf(await ada.call("changeClient", { params, body, ...about(other.id) }))).toMatchObject(
			unknown,
		);
		expect(
			await refusalOf(await ada.call("deleteClient", { params, body: { name: "Acme" }, ...about(other.id) })),
		).toMatchObject(unknown);
	});
});

describe("archiving", () => {
	test("pauses its schedules, lets scans end, refuses new work, and is undone", async () => {
		const ada = await createConsultancy(server);
		const acme = await ada.addClient("Acme");
		await ada.giveHost("acme.example.com", acme.id);
		const schedule = async (host: string) => {
			const body = {
				name: host,
				request: { kind: "sslyze", body: { target: `${host}:443` } },
				timeZone: "UTC",
				recurrence: { type: "daily", time: "03:00" },
				overlap: "skip",
				digest: false,
			};
			const { id } = await bodyOf(await ada.call("createSchedule", { body }), 201);
			await pool.query("UPDATE schedules SET host = $2 WHERE id = $1", [id, host]);
			return id;
		};
		const [its, other] = [await schedule("acme.example.com"), await schedule("us.example.com")];
		const { sslyze } = server.engines;
		sslyze.hold = true;
		const { receipt } = await bodyOf(
			await ada.call("startSslyzeScan", { body: { target: "acme.example.com:443" } }),
			202,
		);
		const run = await until(async () => sslyze.runs.at(-1), "the engine runs");

		const params = { clientId: acme.id };
		const archived = await bodyOf(await ada.call("changeClient", { params, body: { archived: true, version: 1 } }));
		expect(archived).toMatchObject({ version: 2, archivedAt: expect.any(String) });
		const states = await pool.query(
			"SELECT id, status, next_run_at IS NULL AS never FROM schedules WHERE account_id = $1",
			[ada.workspaceId],
		);
		expect(new Map(states.rows.map(({ id, status, never }) => [id, [status, never]]))).toEqual(
			new Map([
				[its, ["paused", true]],
				[other, ["active", false]],
			]),
		);
		expect(
			await refusalOf(
				await ada.call("startSslyzeScan", { body: { target: "acme.example.com:443" }, ...about(acme.id) }),
			),
		).toMatchObject({ status: 409, code: "client_archived" });
		const wish = {
			name: "Every morning",
			request: { kind: "sslyze", body: { target: "new.example.com:443" } },
			recurrence: { type: "daily", time: "06:00" },
			timeZone: "UTC",
			overlap: "skip",
			digest: false,
		};
		expect(await refusalOf(await ada.call("createSchedule", { body: wish, ...about(acme.id) }))).toMatchObject({
			status: 409,
			code: "client_archived",
		});

		sslyze.hold = false;
		run.end({ status: "completed", coverage: "full", parts: [], findings: [], sent: [] });
		await until(async () => {
			const { rows } = await pool.query("SELECT status FROM scans WHERE id = $1", [receipt.scanId]);
			return rows[0]?.status === "completed";
		}, "the scan ended and is kept");
		// If archived twice, the first time counts.
		expect(
			await bodyOf(await ada.call("changeClient", { params, body: { archived: true, version: 2 } })),
		).toMatchObject({
			archivedAt: archived.archivedAt,
		});
		expect(
			await bodyOf(await ada.call("changeClient", { params, body: { archived: false, version: 3 } })),
		).toMatchObject({
			archivedAt: null,
		});
	});
});

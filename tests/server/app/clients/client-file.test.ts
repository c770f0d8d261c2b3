import { createHash, randomUUID } from "node:crypto";
import { request } from "node:http";
import { unzipSync, type Zippable, zipSync } from "fflate";
import { beforeAll, describe, expect, test } from "vitest";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { type ClientFileRow, clientManifest } from "#contract/workspaces/client-file.ts";
import { CLIENT_FILE_BYTES } from "#contract/workspaces/client-file-limits.ts";
import { createFinder } from "../../../support/engines/finder.ts";
import { findingOf } from "../../../support/engines/found.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { startTestServer } from "../../../support/server/test-server.ts";
import { about, bodyOf, type Consultancy, createConsultancy } from "./consultancy.ts";
import { fillClient } from "./fill-client.ts";
import { type Files, jsonIn, putJson, repacked } from "./repack.ts";

const server = await startTestServer();
const { pool } = server.database;

const download = async (of: Pick<Consultancy, "call">, clientId: string): Promise<Buffer> => {
	const response = await of.call("readClientFile", { params: { clientId } });
	expect(response.status).toBe(200);
	return Buffer.from(await response.arrayBuffer());
};
const upload = (to: Pick<Consultancy, "upload">, file: Uint8Array, headers: Record<string, string> = {}) =>
	to.upload(API_PATHS.importClient, file, { "Content-Type": "application/zip", ...headers });

const rowsIn = <S extends "hosts" | "days" | "scans" | "findings" | "schedules" | "reports">(
	files: Files,
	section: S,
) =>
	Object.keys(files)
		.filter((path) => path.startsWith(`data/${section}-`))
		.toSorted()
		.flatMap((path) => jsonIn(files, path) as ClientFileRow<S>[]);

/** The same file after a change, with a matching manifest. */
function changed(file: Uint8Array, change: (files: Files) => void): Buffer {
	const files: Files = unzipSync(file);
	change(files);
	return repacked(files);
}
const zipped = (files: Zippable): Buffer => Buffer.from(zipSync(files, { level: 6 }));

let ada: Consultancy;
let acme: Awaited<ReturnType<typeof fillClient>>;
let file: Buffer;
beforeAll(async () => {
	const finder = await createFinder(server);
	ada = await createConsultancy(server, finder);
	acme = await fillClient(server, ada, finder, "Acme");
	const zeta = await ada.addClient("Zeta");
	await ada.giveHost("zeta.example.com", zeta.id);
	await finder.scan([findingOf({ host: "zeta.example.com" })], { target: "zeta.example.com:443" });
	file = await download(ada, acme.id);
});

describe("the file of a client", () => {
	test("has a manifest with the sum of every file, all data and files of this client, and nothing of another", () => {
		const files: Files = unzipSync(file);
		const manifest = clientManifest.parse(jsonIn(files, "manifest.json"));
		expect(manifest).toMatchObject({ version: 1, workspace: { name: "Analytical Engines" }, client: { name: "Acme" } });
		expect(manifest.files.map(({ path }) => path).toSorted()).toEqual(
			Object.keys(files)
				.filter((path) => path !== "manifest.json")
				.toSorted(),
		);
		for (const { path, bytes, sha256 } of manifest.files) {
			const content = files[path] ?? new Uint8Array();
			expect([path, content.length, createHash("sha256").update(content).digest("hex")]).toEqual([path, bytes, sha256]);
		}
		expect(jsonIn(files, "data/client.json")).toMatchObject({ name: "Acme", code: "acme" });
		expect(rowsIn(files, "hosts")).toMatchObject([{ host: "acme.example.com", facts: [{ what: "certificate" }] }]);
		const scans = rowsIn(files, "scans");
		expect(scans).toHaveLength(2);
		expect(scans.flatMap(({ raw }) => raw)).toMatchObject([{ name: "tool.xml", mediaType: "text/xml" }]);
		const [bad, poor] = rowsIn(files, "findings").toSorted((a, b) =>
			a.finding.severity < b.finding.severity ? -1 : 1,
		);
		expect(bad).toMatchObject({
			verdict: { state: "false-positive", reason: "Ours." },
			sightings: [{ seen: true }, { seen: true }],
			changes: [{ what: "new" }],
			verdicts: [{ state: "false-positive" }],
			retests: [{ state: "open" }],
		});
		expect(poor).toMatchObject({ verdict: null, changes: [{ what: "new" }, { what: "fixed" }] });
		expect(rowsIn(files, "schedules")).toMatchObject([{ name: "Of Acme", status: "active" }]);
		expect(rowsIn(files, "reports")).toMatchObject([{ createdBy: "Ada Lovelace", status: "completed" }]);
		const whole = Object.values(files)
			.map((content) => Buffer.from(content).toString("latin1"))
			.join("\n");
		expect(whole).not.toMatch(/zeta/i);
		for (const secret of [ada.email, ada.accountId, "token", "guest"]) expect(whole).not.toContain(secret);
	});

	test("has a page that opens from a disk: escaped, without script, and with links to its files alone", async () => {
		const eve = await createConsultancy(server);
		const name = `<script>alert(1)</script>"'&`;
		const client = await eve.addClient(name, { contact: "<img src=x onerror=alert(1)>" });
		const page = Buffer.from(unzipSync(await download(eve, client.id))["index.html"] ?? "").toString();
		expect(page).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
		expect(page).toContain("&lt;img src=x");
		expect(page).not.toMatch(/<script|<img|onerror="/);
		expect(page).toMatch(/Content-Security-Policy" content="default-src &#39;none&#39;/);

		const files: Files = unzipSync(file);
		const own = Buffer.from(files["index.html"] ?? "").toString();
		const links = [...own.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, path = ""]) => path);
		expect(links.length).toBeGreaterThan(3);
		for (const path of links) expect(Object.keys(files)).toContain(path);
	});

	test("is for owners and managers of the workspace, and about the client of the request", async () => {
		const params = { clientId: acme.id };
		const manager = await ada.member("manager");
		expect((await manager.call("readClientFile", { params })).status).toBe(200);
		for (const role of ["consultant", "auditor"] as const) {
			expect((await (await ada.member(role)).call("readClientFile", { params })).status).toBe(403);
		}
		const eve = await createConsultancy(server);
		expect(await refusalOf(await eve.call("readClientFile", { params }))).toMatchObject({ code: "client_unknown" });
		expect((await ada.call("readClientFile", { params, ...about(ada.own) })).status).toBe(404);
	});

	test("of the workspace itself has what belongs to no other client", async () => {
		const finder = await createFinder(server);
		const us = await createConsultancy(server, finder);
		const other = await us.addClient("Other");
		await us.giveHost("other.example.com", other.id);
		await finder.scan([], { target: "example.com:443" });
		await finder.scan([], { target: "other.example.com:443" });
		const files: Files = unzipSync(await download(us, us.own));
		expect(rowsIn(files, "hosts").map(({ host }) => host)).toEqual(["example.com"]);
		expect(rowsIn(files, "scans").map(({ target }) => target)).toEqual(["example.com:443"]);
	});
});

describe("taking a client in", () => {
	/** Data in a file in an order and with ids that do not depend on where it was written. */
	function comparable(files: Files) {
		const scans = rowsIn(files, "scans").toSorted((a, b) => (a.acceptedAt < b.acceptedAt ? -1 : 1));
		const reports = rowsIn(files, "reports").toSorted((a, b) => (a.acceptedAt < b.acceptedAt ? -1 : 1));
		const names = new Map([
			...scans.map(({ id }, index): [string, string] => [id, `scan ${index}`]),
			...reports.map(({ id }, index): [string, string] => [id, `report ${index}`]),
		]);
		const text = JSON.stringify({
			client: jsonIn(files, "data/client.json"),
			hosts: rowsIn(files, "hosts"),
			days: rowsIn(files, "days"),
			scans,
			findings: rowsIn(files, "findings"),
			schedules: rowsIn(files, "schedules").map((schedule) => ({ ...schedule, status: "paused" })),
			reports,
		});
		const named = text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? id);
		const data = JSON.parse(named);
		for (const { sightings } of data.findings) {
			sightings.sort((a: { scanId: string }, b: { scanId: string }) => (a.scanId < b.scanId ? -1 : 1));
		}
		const contents = Object.entries(files)
			.filter(([path]) => path.startsWith("files/"))
			.map(([path, content]) => [
				path.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => names.get(id) ?? id),
				createHash("sha256").update(content).digest("hex"),
			])
			.toSorted();
		return { ...data, contents };
	}

	test("gives another workspace the same client: what it hands over again is the same", async () => {
		const bob = await createConsultancy(server);
		const taken = await bodyOf(await upload(bob, file), 201);
		expect(taken).toMatchObject({ name: "Acme", code: "acme", own: false, version: 1 });
		const again: Files = unzipSync(await download(bob, taken.id));
		expect(comparable(again)).toEqual(comparable(unzipSync(file)));

		// It also counts everywhere else: in lists, counts, the overview, and the file of a report.
		const { findings } = await bodyOf(await bob.call("listFindings", about(taken.id)));
		expect(findings).toHaveLength(2);
		const { clients } = await bodyOf(await bob.call("clientsOverview", about(taken.id)));
		expect(clients).toMatchObject([
			{ hosts: 1, open: { high: 0 }, expiring: { count: 1 }, lastScan: { kind: "sslyze" } },
		]);
		const { reports } = await bodyOf(await bob.call("listReports", about(taken.id)));
		const html = await bob.call("readReportFile", { params: { reportId: reports[0].id, format: "html" } });
		expect(html.status).toBe(200);
		const { scans } = await bodyOf(await bob.call("listScans", about(taken.id)));
		const detail = await bodyOf(await bob.call("readScan", { params: { scanId: scans[0].id } }));
		expect(detail.timeline.map(({ what }: { what: string }) => what)).toEqual(["accepted", "started", "completed"]);
		// Nobody requested these scans here, and nobody gets emails about them.
		const trail = await pool.query("SELECT FROM audit_trail WHERE scan_id = ANY ($1)", [
			scans.map(({ id }: { id: string }) => id),
		]);
		expect(trail.rowCount).toBe(0);
		expect(comparable(unzipSync(await download(ada, acme.id)))).toEqual(comparable(unzipSync(file)));
	});

	test("brings reports whose files are downloaded and never shown as our own pages, not even through a link", async () => {
		const dora = await createConsultancy(server);
		const taken = await bodyOf(await upload(dora, file), 201);
		const { reports } = await bodyOf(await dora.call("listReports", about(taken.id)));
		const [report] = reports;
		expect(report).toMatchObject({ takenFrom: "Analytical Engines" });
		const params = { reportId: report.id, format: "html" };
		const saved = {
			"content-disposition": expect.stringContaining("attachment"),
			"content-security-policy": expect.stringContaining("sandbox; default-src 'none'"),
			"x-content-type-options": "nosniff",
		};
		const page = await dora.call("readReportFile", { params });
		expect(Object.fromEntries(page.headers)).toMatchObject(saved);
		const content = Buffer.from(await page.arrayBuffer());
		expect(Object.values(unzipSync(file)).some((one) => content.equals(one))).toBe(true);

		const shared = await bodyOf(await dora.call("shareReport", { params, body: { days: 1 } }), 201);
		const byLink = await fetch(shared.url);
		expect(Object.fromEntries(byLink.headers)).toMatchObject(saved);
		expect(Buffer.from(await byLink.arrayBuffer()).equals(content)).toBe(true);

		// What was created here opens as before.
		const own = await bodyOf(await ada.call("listReports", about(acme.id)));
		expect(own.reports[0]).not.toHaveProperty("takenFrom");
		const opened = await ada.call("readReportFile", { params: { reportId: own.reports[0].id, format: "html" } });
		expect(opened.headers.get("content-disposition")).toContain("inline");
	});

	test("happens once for a key, and once for a file", async () => {
		const bob = await createConsultancy(server);
		const headers = { [IDEMPOTENCY_KEY]: randomUUID() };
		const taken = await bodyOf(await upload(bob, file, headers), 201);
		expect(await bodyOf(await upload(bob, file, headers), 201)).toEqual(taken);
		expect(await refusalOf(await upload(bob, file))).toMatchObject({
			status: 409,
			code: "already_exists",
			details: { client: { id: taken.id } },
		});
		const count = await pool.query("SELECT FROM clients WHERE workspace_id = $1", [bob.workspaceId]);
		expect(count.rowCount).toBe(2);
		// Deleted, it can be taken in again.
		await bob.call("deleteClient", { params: { clientId: taken.id }, body: { name: "Acme" } });
		expect((await upload(bob, file)).status).toBe(201);
	});

	test("gets a name and a code that are free", async () => {
		const bob = await createConsultancy(server);
		await bob.addClient("ACME");
		expect(await bodyOf(await upload(bob, file), 201)).toMatchObject({ name: "Acme (2)", code: "acme-2" });
	});

	test("is refused while a host of it belongs to another client, which is named", async () => {
		const bob = await createConsultancy(server);
		const other = await bob.addClient("Other");
		await bob.giveHost("acme.example.com", other.id);
		const refused = {
			status: 409,
			code: "host_of_other_client",
			details: { hosts: [{ host: "acme.example.com", client: "Other" }] },
		};
		expect(await refusalOf(await upload(bob, file))).toMatchObject(refused);
		// The workspace that handed it over still has it.
		expect(await refusalOf(await upload(ada, file))).toMatchObject({
			code: "host_of_other_client",
			details: { hosts: [{ host: "acme.example.com", client: "Acme" }] },
		});
	});

	test("adds its days to the trend of the workspace, and takes them away with it", async () => {
		const bob = await createConsultancy(server);
		await pool.query(
			"INSERT INTO finding_days (account_id, day, high, medium, low, none) VALUES ($1, current_date - 5, 7, 0, 0, 0)",
			[bob.workspaceId],
		);
		const trend = async () => {
			const { rows } = await pool.query(
				"SELECT (current_date - day) AS ago, high, low FROM finding_days WHERE account_id = $1 AND day < current_date ORDER BY day",
				[bob.workspaceId],
			);
			return rows.map(({ ago, high, low }) => [ago, high, low]);
		};
		const { id } = await bodyOf(await upload(bob, file), 201);
		expect(await trend()).toEqual([
			[5, 7, 0],
			[3, 8, 1],
		]);
		await bob.call("deleteClient", { params: { clientId: id }, body: { name: "Acme" } });
		expect(await trend()).toEqual([
			[5, 7, 0],
			[3, 7, 0],
		]);
	});

	test("is for owners and managers, who send it as a file", async () => {
		const { upload: anonymous } = await createConsultancy(server);
		expect(
			(await upload({ upload: (path, body, headers) => anonymous(path, body, { ...headers, Cookie: "" }) }, file))
				.status,
		).toBe(401);
		expect(await refusalOf(await upload(await ada.member("consultant"), file))).toMatchObject({
			code: "role_required",
		});
		expect((await upload(ada, file, { "Content-Type": "application/octet-stream" })).status).toBe(415);
		expect((await ada.call("importClient", { body: {} })).status).toBe(415);
		expect((await ada.call("importClient")).status).toBe(415);
	});

	test("reads no more than it may: a longer file is refused before it is sent", async () => {
		const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
		const sent = request(server.url + API_BASE + API_PATHS.importClient, {
			method: "POST",
			headers: { ...ada.headers, "Content-Type": "application/zip", "Content-Length": CLIENT_FILE_BYTES + 1 },
		});
		sent.on("response", ({ statusCode }) => resolve(statusCode)).on("error", reject);
		sent.write("PK");
		expect(await promise).toBe(413);
		sent.destroy();
	});
});

describe("a file from a stranger", () => {
	let bob: Consultancy | undefined;
	const scope = (host: string) => JSON.stringify(["sslyze", host, "usual"]);
	const edit =
		(path: string, change: (rows: Record<string, unknown>[]) => void) =>
		(files: Files): void => {
			const rows = jsonIn(files, path);
			change(rows);
			putJson(files, path, rows);
		};
	const first = (rows: Record<string, unknown>[]) => rows[0] as { finding: object } & Record<string, unknown>;
	/** Claims in the .zip's directory that a file is shorter than it is. */
	const lying = (): Buffer => {
		const liar = Buffer.from(file);
		const at = liar.lastIndexOf("manifest.json") - 46;
		expect(liar.readUInt32LE(at)).toBe(0x02014b50);
		liar.writeUInt32LE(10, at + 24);
		return liar;
	};

	test.each<[string, () => Buffer, RegExp]>([
		["that is none", () => Buffer.from("no zip at all"), /damaged or cut off/],
		["that is empty", () => Buffer.alloc(0), /damaged or cut off/],
		["that is cut off", () => file.subarray(0, file.length - 100), /damaged or cut off/],
		[
			"with bytes changed",
			() => {
				const broken = Buffer.from(file);
				broken.fill(0xff, 200, 260);
				return broken;
			},
			/damaged|not what the manifest says/,
		],
		["that is another .zip", () => zipped({ "a.txt": Buffer.from("a") }), /no manifest/],
		[
			"of a version to come",
			() =>
				changed(file, (files) => {
					putJson(files, "manifest.json", { ...jsonIn(files, "manifest.json"), version: 2 });
				}),
			/version 2 of the format, and this server reads version 1/,
		],
		[
			"whose content does not fit the manifest",
			() => zipped({ ...unzipSync(file), "data/client.json": Buffer.from("{}") }),
			/data\/client.json is not what the manifest says/,
		],
		[
			"with more in it than it says",
			() => zipped({ ...unzipSync(file), "data/more.json": Buffer.from("{}") }),
			/does not name/,
		],
		[
			"with a path that leads out",
			() => zipped({ ...unzipSync(file), "../../etc/passwd": Buffer.from("x") }),
			/damaged/,
		],
		[
			"whose manifest names a path that leads out",
			() =>
				changed(file, (files) => {
					files["data/../../x.json"] = Buffer.from("{}");
				}),
			/damaged|manifest\.json/,
		],
		[
			"that lacks its client",
			() =>
				changed(file, (files) => {
					delete files["data/client.json"];
				}),
			/does not/,
		],
		[
			"that unpacks to a thousand times its size",
			() =>
				changed(file, (files) => {
					files["files/raw/bomb"] = new Uint8Array(2_000_000);
				}),
			/unpacks to more/,
		],
		["that says it is shorter than it is", lying, /damaged/],
		[
			"with data that is no JSON",
			() =>
				changed(file, (files) => {
					files["data/hosts-0001.json"] = Buffer.from("[{");
				}),
			/data\/hosts-0001.json is not JSON/,
		],
		[
			"with data of another shape",
			() =>
				changed(
					file,
					edit("data/hosts-0001.json", (rows) => {
						rows[0] = { host: 7 };
					}),
				),
			/data\/hosts-0001.json does not have what this format needs at 0.host/,
		],
		[
			"with a scan of a host that it does not name",
			() =>
				changed(
					file,
					edit("data/scans-0001.json", (rows) => {
						rows[0] = { ...first(rows), request: { target: "other.example.com:443" } };
					}),
				),
			/a scan of a host/,
		],
		[
			"with a finding on a host that it does not name",
			() =>
				changed(
					file,
					edit("data/findings-0001.json", (rows) => {
						rows[0] = { ...first(rows), asset: "other.example.com" };
					}),
				),
			/a finding on a host/,
		],
		[
			"with a finding that is looked at elsewhere",
			() =>
				changed(
					file,
					edit("data/findings-0001.json", (rows) => {
						rows[0] = { ...first(rows), scope: scope("other.example.com") };
					}),
				),
			/mixes up/,
		],
		[
			"with a finding that has another's fingerprint",
			() =>
				changed(
					file,
					edit("data/findings-0001.json", (rows) => {
						rows[0] = { ...first(rows), finding: { ...first(rows).finding, fingerprint: "0".repeat(64) } };
					}),
				),
			/was changed/,
		],
		[
			"with the same finding twice",
			() =>
				changed(
					file,
					edit("data/findings-0001.json", (rows) => {
						rows.push(first(rows));
					}),
				),
			/twice/,
		],
		[
			"with a character that cannot be stored",
			() =>
				changed(
					file,
					edit("data/scans-0001.json", (rows) => {
						rows[0] = { ...first(rows), note: "a\u0000b" };
					}),
				),
			/cannot be stored/,
		],
		[
			"with a text that is too long to be found again",
			() =>
				changed(
					file,
					edit("data/findings-0001.json", (rows) => {
						const title = Array.from({ length: 4_000 }, () => Math.random().toString(36)).join("");
						rows[0] = { ...first(rows), finding: { ...first(rows).finding, title } };
					}),
				),
			/cannot be stored/,
		],
		[
			"with a report that frames something",
			() =>
				changed(file, (files) => {
					const page = Object.keys(files).find((path) => path.endsWith(".html") && path.startsWith("files/")) ?? "";
					files[page] = Buffer.from("<p>Hello</p><iframe src='https://example.org/'></iframe>");
				}),
			/things? that reports never have|something in it that reports never have/,
		],
		[
			"with a report that sends its reader elsewhere",
			() =>
				changed(file, (files) => {
					const page = Object.keys(files).find((path) => path.endsWith(".html") && path.startsWith("files/")) ?? "";
					files[page] = Buffer.from("<meta http-equiv=refresh content='0;url=https://example.org/'>");
				}),
			/reports never have/,
		],
	])("%s is refused, and nothing of it is stored", async (_, make, message) => {
		bob ??= await createConsultancy(server);
		const refused = await refusalOf(await upload(bob, make(), { [IDEMPOTENCY_KEY]: randomUUID() }));
		expect(refused).toMatchObject({ status: 400, code: "invalid_body", message: expect.stringMatching(message) });
		expect(refused.message).toMatch(/Nothing was taken in\.$/);
		const { rows } = await pool.query(
			`SELECT (SELECT count(*) FROM clients WHERE workspace_id = $1) + (SELECT count(*) FROM assets WHERE account_id = $1)
			   + (SELECT count(*) FROM scans WHERE owner = $1::text) + (SELECT count(*) FROM findings WHERE account_id = $1)
			   + (SELECT count(*) FROM account_reports WHERE account_id = $1)
			   + (SELECT count(*) FROM account_requests WHERE owner = $1::text) AS stored`,
			[bob.workspaceId],
		);
		expect(rows).toEqual([{ stored: 1 }]);
	});
});

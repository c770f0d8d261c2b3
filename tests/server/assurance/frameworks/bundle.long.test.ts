import { createHash, createPublicKey, verify } from "node:crypto";
import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { OSCAL_MODELS } from "#contract/frameworks/effectiveness.ts";
import { CLIENT } from "#contract/requests/headers.ts";
import { startAccountServer } from "../../../support/server/account-server.ts";
import { refusalOf } from "../../../support/server/api-client.ts";
import { addEvidence } from "../../../support/server/evidence.ts";
import { addMember, createOwner, type TestMember } from "../../../support/server/people.ts";

const { server, pool } = await startAccountServer();

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const query = { from: day(-60), to: day(0) };
const params = { frameworkId: "iso-27001" };

/** An owner with the sample, whose calls are about it. */
async function withSample(): Promise<{ owner: TestMember; headers: Record<string, string>; clientId: string }> {
	const owner = await createOwner(server);
	const sample = await (await owner.call("addSample")).json();
	return { owner, headers: { [CLIENT]: sample.id }, clientId: sample.id };
}
const filesOf = async (answer: Response): Promise<Record<string, Buffer>> => {
	expect(answer.status).toBe(200);
	expect(answer.headers.get("content-type")).toBe("application/zip");
	const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
	return Object.fromEntries(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]));
};
const jsonIn = (files: Record<string, Buffer>, path: string) => JSON.parse(files[path]?.toString() ?? "null");

test("the bundle has what an auditor takes along, with a hash of every file, and opens with no network", async () => {
	const { owner, headers, clientId } = await withSample();
	const { rows } = await pool.query("SELECT id FROM controls WHERE client_id = $1 AND code = 'BC-01'", [clientId]);
	const about = [{ type: "control", id: rows[0].id }];
	const hostile = `<img src=x onerror=alert(1)>"'&`;
	const shown = await addEvidence(server, owner, { about, title: hostile, effectiveFrom: day(-3) }, headers);
	const draft = await addEvidence(server, owner, { about, title: "A draft", effectiveFrom: day(-3) }, headers);
	for (const decision of ["submitted", "accepted"]) {
		const body = { evidenceId: shown.id, decision, reason: "", saidAt: new Date().toISOString() };
		expect((await owner.call("decideEvidence", { body, headers })).status).toBe(202);
	}
	const files = await filesOf(await owner.call("readBundle", { params, query, headers }));

	const manifest = jsonIn(files, "manifest.json");
	expect(manifest).toMatchObject({ framework: "iso-27001", ...query, client: "Harbor Clinic (sample)" });
	expect(manifest.files.map(({ path }: { path: string }) => path).toSorted()).toEqual(
		Object.keys(files)
			.filter((path) => !path.startsWith("manifest.json"))
			.toSorted(),
	);
	for (const { path, bytes, sha256 } of manifest.files) {
		const content = files[path] ?? Buffer.alloc(0);
		expect([path, content.length, createHash("sha256").update(content).digest("hex")]).toEqual([path, bytes, sha256]);
	}
	for (const model of OSCAL_MODELS)
		expect(Object.keys(jsonIn(files, `documents/oscal/${model}.json`))).toEqual([model]);
	expect(jsonIn(files, "data/controls.json").map(({ code }: { code: string }) => code)).toContain("VM-01");
	const evidence = jsonIn(files, "data/evidence.json");
	const piece = evidence.find(({ id }: { id: string }) => id === shown.id);
	expect(files[piece.files[0].file]).toEqual(shown.bytes);
	expect(evidence.some(({ id }: { id: string }) => id === draft.id)).toBe(false);
	const page = files["index.html"]?.toString() ?? "";
	expect(page).toContain("&lt;img src=x");
	expect(page).not.toMatch(/<img|<script|onerror="/);
	expect(page).toContain('Content-Security-Policy" content="default-src &#39;none&#39;');
	const detail = await (await owner.call("readEvidence", { params: { evidenceId: shown.id }, headers })).json();
	expect(detail.custody.at(-1).what).toBe("opened");
});

test("an auditor's link works until its day, is counted, and can be revoked", async () => {
	const { owner, headers, clientId } = await withSample();
	const body = { auditor: "Sharp & Partners", from: query.from, to: query.to, endsOn: day(7) };
	const made = await owner.call("addBundleLink", { params, body, headers });
	expect(made.status).toBe(201);
	const { link, url } = await made.json();
	const path = new URL(url).pathname;
	const page = await fetch(server.url + path);
	expect(page.status).toBe(200);
	expect(page.headers.get("cache-control")).toBe("private, no-store");
	const text = await page.text();
	expect(text).toContain("Harbor Clinic (sample)");
	const href = /href="(\/bundle\/[^"]+\.zip)"/.exec(text)?.[1] ?? "";
	const files = await filesOf(await fetch(server.url + href));
	expect(jsonIn(files, "manifest.json").framework).toBe("iso-27001");
	const { links } = await (await owner.call("listBundleLinks", { params, headers })).json();
	expect(links).toMatchObject([{ id: link.id, auditor: "Sharp & Partners", downloads: 1 }]);

	await pool.query("UPDATE bundle_links SET ends_on = current_date - 1 WHERE id = $1", [link.id]);
	expect((await fetch(server.url + path)).status).toBe(404);
	expect((await fetch(server.url + href)).status).toBe(404);
	await pool.query("UPDATE bundle_links SET ends_on = current_date WHERE id = $1", [link.id]);
	const gone = { ...params, linkId: link.id };
	expect((await owner.call("removeBundleLink", { params: gone, headers })).status).toBe(204);
	expect((await fetch(server.url + path)).status).toBe(404);
	expect(await refusalOf(await owner.call("removeBundleLink", { params: gone, headers }))).toMatchObject({
		status: 404,
	});
	const { rows } = await pool.query(
		"SELECT what FROM audit_entries WHERE workspace_id = $1 AND client_id = $2 AND subject_type = 'share' ORDER BY id",
		[owner.workspaceId, clientId],
	);
	expect(rows.map(({ what }) => what)).toEqual(["shared", "downloaded", "share-revoked"]);
	const { entries } = await (await owner.call("listAudit", { query: { what: "downloaded" } })).json();
	expect(entries).toMatchObject([
		{ who: null, detail: { respondent: "Sharp & Partners", framework: "iso-27001", from: query.from, to: query.to } },
	]);
});

describe("the key that signs", () => {
	const manifestOf = async (owner: TestMember) => {
		const files = await filesOf(await owner.call("readBundle", { params, query }));
		const signature = jsonIn(files, "manifest.json").signature;
		const pem = await (await fetch(`${signature.keyAddress}.pem`)).text();
		const [content, sig] = [files["manifest.json"], files["manifest.json.sig"]];
		return { signature, fits: content && sig && verify(null, content, createPublicKey(pem), sig) };
	};
	const keysOf = async (owner: TestMember) => (await (await owner.call("listBundleKeys")).json()).keys;
	const pageOf = async (address: string) => (await fetch(address)).text();

	test("is at a public address, and stays there after it was replaced and after its workspace was deleted", async () => {
		const owner = await createOwner(server);
		expect(await keysOf(owner)).toEqual([]);
		const first = await manifestOf(owner);
		expect(first.fits).toBe(true);
		expect(await pageOf(first.signature.keyAddress)).toContain("It has signed audit bundles since");
		const instead = { body: { instead: first.signature.keyId } };
		// The second tap replaces nothing.
		for (const _ of [1, 2]) expect((await owner.call("replaceBundleKey", instead)).status).toBe(200);
		const second = await manifestOf(owner);
		expect(second.fits).toBe(true);
		expect((await keysOf(owner)).map(({ id }: { id: string }) => id)).toEqual([
			second.signature.keyId,
			first.signature.keyId,
		]);
		expect(await pageOf(first.signature.keyAddress)).toContain("It signed audit bundles from");
		const { rows } = await pool.query("SELECT FROM bundle_keys WHERE workspace_id = $1 AND private_key IS NOT NULL", [
			owner.workspaceId,
		]);
		expect(rows).toHaveLength(1);

		await pool.query("DELETE FROM workspaces WHERE id = $1", [owner.workspaceId]);
		for (const { signature } of [first, second]) {
			expect(await pageOf(signature.keyAddress)).toContain("The workspace was deleted on");
			expect((await fetch(`${signature.keyAddress}.pem`)).status).toBe(200);
		}
		const left = await pool.query("SELECT workspace_id, private_key FROM bundle_keys WHERE id = $1", [
			second.signature.keyId,
		]);
		expect(left.rows).toEqual([{ workspace_id: null, private_key: null }]);
	});

	test("is one, however many bundles are the first", async () => {
		const owner = await createOwner(server);
		const made = await Promise.all([manifestOf(owner), manifestOf(owner)]);
		expect(new Set(made.map(({ signature }) => signature.keyId)).size).toBe(1);
		expect(made.map(({ fits }) => fits)).toEqual([true, true]);
	});

	test("is replaced if the server has lost the secret that opens it", async () => {
		const owner = await createOwner(server);
		const { signature } = await manifestOf(owner);
		await pool.query("UPDATE bundle_keys SET private_key = 'damaged' WHERE id = $1", [signature.keyId]);
		const next = await manifestOf(owner);
		expect([next.fits, next.signature.keyId === signature.keyId]).toEqual([true, false]);
	});

	test.each(["", "00000000-0000-4000-8000-000000000000", "..%2Fx", "00000000-0000-4000-8000-000000000000.pem"])(
		"is not found by /keys/%s",
		async (name) => {
			expect((await fetch(`${server.url}/keys/${name}`)).status).toBe(404);
		},
	);
});

test.each([
	["a day that is over", { endsOn: day(-1) }],
	["a day too far away", { endsOn: day(400) }],
	["a window that ends before it begins", { from: day(0), to: day(-1) }],
	["nobody it is for", { auditor: "  " }],
])("a link with %s is refused", async (_what, more) => {
	const owner = await createOwner(server);
	const body = { auditor: "Sharp", ...query, endsOn: day(7), ...more };
	expect(await refusalOf(await owner.call("addBundleLink", { params, body }))).toMatchObject({
		status: 400,
		code: "invalid_body",
	});
});

test("members who work neither read the bundle nor share it; auditors read it", async () => {
	const owner = await createOwner(server);
	const body = { auditor: "Sharp", ...query, endsOn: day(7) };
	for (const [role, read, share] of [
		["consultant", 403, 403],
		["auditor", 200, 403],
		["manager", 200, 201],
	] as const) {
		const member = await addMember(server, owner, role);
		expect((await member.call("readBundle", { params, query })).status, role).toBe(read);
		expect((await member.call("addBundleLink", { params, body })).status, role).toBe(share);
	}
});

import { expect, test } from "vitest";
import type { AccountId, ClientId, WorkspaceId } from "#contract/ids.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import { submitRequest } from "#src/requests/submit.ts";
import { watchTransactions } from "#tests/support/outbox/outbox-database.ts";
import { fakeDevice } from "#tests/support/outbox/outbox-device.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
const request: NewEntry = { kind: "nmap-scan", body: { host: "a.example" }, owner: ADA };

function form(online = true) {
	const device = fakeDevice({ batches: true });
	const { outbox } = device.context();
	return { ...device, outbox, deps: { outbox, online: () => online } };
}

test("accepted brings the receipt", async () => {
	const { deps } = form();
	const outcome = await submitRequest(request, null, deps);
	expect(outcome).toMatchObject({ type: "accepted", unsaved: null, receipt: { scanId: expect.any(String) } });
});

test.each([
	[403, "ownership_required", { type: "held", reason: "ownership", error: { message: "Because." } }],
	[501, "engine_unavailable", { type: "held", reason: "engine" }],
	[401, "sign_in_required", { type: "held", reason: "sign-in" }],
	[400, "invalid_target", { type: "refused", error: { code: "invalid_target", message: "Because." } }],
	[500, "internal", { type: "waiting", message: "Because." }],
] as const)("a %i %s ends as it should", async (status, code, outcome) => {
	const { server, deps } = form();
	server.faults.push({ status, body: { code, message: "Because." } });
	expect(await submitRequest(request, null, deps)).toMatchObject(outcome);
});

test("offline it is queued; unclaimed it is held, online or not, and never sent", async () => {
	expect(await submitRequest(request, null, form(false).deps)).toMatchObject({ type: "queued" });
	for (const online of [true, false]) {
		const { server, deps } = form(online);
		const outcome = await submitRequest({ ...request, owner: "unclaimed" }, null, deps);
		expect(outcome).toMatchObject({ type: "held", reason: "sign-in", error: null });
		expect(server.requests).toEqual([]);
	}
});

const UUID = "5b1f0c7e-2f3a-4c60-8a1d-90c3f5a7e101";

test.each<[string, Partial<NewEntry>]>([
	["account", { owner: "anonymous" }],
	["workspace", { workspace: UUID as WorkspaceId }],
	["client", { clientId: UUID as ClientId }],
])("the same body for another %s is another request", async (_, other) => {
	const { server, outbox, deps } = form();
	server.faults.push({ status: 500 });
	const first = await submitRequest(request, null, deps);
	const kept = { id: first.id, request, saved: true } as const;
	const second = await submitRequest({ ...request, ...other } as NewEntry, kept, deps);
	expect(second).toMatchObject({ type: "accepted" });
	expect(second.id).not.toBe(first.id);
	expect(await outbox.get(first.id)).toBeUndefined();
});

test("the same request with other labels is still the same one, and is sent with the new ones", async () => {
	const { server, deps } = form();
	server.faults.push({ status: 500 });
	const first = await submitRequest({ ...request, client: "Bank" }, null, deps);
	const kept = { id: first.id, request: { ...request, client: "Bank" }, saved: true } as const;
	const again = await submitRequest({ ...request, client: "Clinic", note: "Corrected" }, kept, deps);
	expect(again).toMatchObject({ type: "accepted", id: first.id });
	expect(JSON.parse(server.requests.at(-1)?.body ?? "")).toEqual({
		host: "a.example",
		client: "Clinic",
		note: "Corrected",
	});
});

test("relabeled after the server refused it in the background, it is one request, and the form learns of that one", async () => {
	const { server, outbox, deps } = form();
	server.faults.push({ status: 500 }, { status: 400, body: { code: "invalid_target", message: "Not this one." } });
	const first = await submitRequest(request, null, deps);
	const kept = { id: first.id, request, saved: true } as const;
	expect((await outbox.sendNow(first.id))?.status).toBe("rejected");
	const again = await submitRequest({ ...request, client: "Clinic" }, kept, deps);
	expect(again).toMatchObject({ type: "accepted" });
	expect((await outbox.list()).map(({ id, status }) => [id, status])).toEqual([[again.id, "accepted"]]);
});

test("promise 2: when storage fails after it was saved, it is sent from memory under the same key", async () => {
	const { server, outbox, deps } = form();
	let failing = { restore() {} };
	const online = () => {
		failing = watchTransactions({
			before() {
				throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
			},
		});
		return true;
	};
	const outcome = await submitRequest(request, null, { ...deps, online }).finally(() => failing.restore());
	expect(outcome).toMatchObject({ type: "accepted", unsaved: null });
	// This device does not know yet that it was delivered.
	expect(await outbox.list()).toMatchObject([{ id: outcome.id, status: "queued" }]);
	expect(await outbox.sendNow(outcome.id)).toMatchObject({ status: "accepted" });
	expect([server.requests.length, server.scans.size]).toEqual([2, 1]);
});

test("while the device is signed out an account's request is saved and held, not sent", async () => {
	const { server, outbox, deps } = form();
	await outbox.setSignedOut(true);
	expect(await submitRequest(request, null, deps)).toMatchObject({ type: "held", reason: "sign-in", error: null });
	expect(server.requests).toEqual([]);
});

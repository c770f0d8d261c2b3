import { describe, expect, test } from "vitest";
import type { AccountId } from "#contract/ids.ts";
import { submitScan } from "#src/features/landing/scan-form/scan-sender.ts";
import type { KeptRequest } from "#src/requests/submit.ts";
import { fakeDevice } from "#tests/support/outbox/outbox-device.ts";

const values = { target: "example.com", email: "a@b.co" };

/** A tab with a real outbox, a server that answers as told, and a browser that says it is online. */
function tab(changes: Parameters<ReturnType<typeof fakeDevice>["context"]>[0] = {}) {
	const device = fakeDevice();
	const { outbox } = device.context(changes);
	const deps = { outbox, online: () => true };
	const submit = async (kept: KeptRequest | null = null, from = values) => (await submitScan(from, kept, deps)).outcome;
	/** Submits, and returns what the form remembers after that. */
	const kept = async () => (await submitScan(values, null, deps)).kept ?? expect.fail("Nothing is remembered.");
	return { ...device, outbox, deps, submit, kept, keys: () => device.server.requests.map(({ key }) => key) };
}

const statuses = async ({ outbox }: ReturnType<typeof tab>) => (await outbox.list()).map(({ status }) => status);

describe("online", () => {
	test("a scan is one request with exactly target and email, for no account", {
		meta: { acceptance: "S3.01, S3.05, S7.07" },
	}, async () => {
		const here = tab();
		expect(await here.submit()).toMatchObject({ type: "accepted", unsaved: null });
		expect(here.server.requests).toMatchObject([{ body: JSON.stringify(values), account: "anonymous" }]);
	});

	test.each([400, 404, 422])(
		"a permanent %i is refused with the server's message, and the next one has a new key",
		{ meta: { acceptance: "S8.04" } },
		async (status) => {
			const here = tab();
			here.server.faults.push({ status, body: { code: "x", message: "Because." } });
			expect(await here.submit()).toMatchObject({ type: "refused", error: { message: "Because." } });
			expect(await here.submit()).toMatchObject({ type: "accepted" });
			expect(new Set(here.keys()).size).toBe(2);
		},
	);

	test.each([
		[401, "sign_in_required"],
		[403, "ownership_required"],
		[501, "engine_unavailable"],
	])("a %i %s is refused too: no account is signed in that could help", async (status, code) => {
		const here = tab();
		here.server.faults.push({ status, body: { code, message: "Because." } });
		expect(await here.submit()).toMatchObject({ type: "refused", error: { message: "Because." } });
	});

	test.each([429, 500, 503])("a %i waits on the device with the server's message", async (status) => {
		const here = tab();
		here.server.faults.push({ status, body: { code: "x", message: "Later." } });
		expect(await here.submit()).toMatchObject({ type: "waiting", message: "Later." });
		expect(await statuses(here)).toEqual(["queued"]);
	});

	test("without an answer it waits with the transport's own message", { meta: { acceptance: "S8.05" } }, async () => {
		const here = tab();
		here.server.faults.push("refuse-connection");
		expect(await here.submit()).toMatchObject({ type: "waiting", message: "Failed to fetch" });
	});

	test("an error without a message has none", { meta: { acceptance: "S8.06" } }, async () => {
		const here = tab();
		here.server.faults.push({ status: 500 });
		expect(await here.submit()).toMatchObject({ type: "waiting", message: "" });
	});

	test("the same values again go out at once under the same key: an answer that was lost makes no second scan", async () => {
		const here = tab();
		here.server.faults.push("lose-answer");
		const kept = await here.kept();
		expect(await here.submit(kept)).toMatchObject({ type: "accepted" });
		expect(new Set(here.keys()).size).toBe(1);
		expect(here.server.scans.size).toBe(1);
	});

	test("changed values discard the old request and are a new one", async () => {
		const here = tab();
		here.server.faults.push({ status: 500 });
		const kept = await here.kept();
		expect(await here.submit(kept, { ...values, target: "other.example" })).toMatchObject({ type: "accepted" });
		expect(here.keys()[1]).not.toBe(kept.id);
		expect(await here.outbox.get(kept.id)).toBeUndefined();
	});

	test("a request that was discarded elsewhere is reported as such, and not sent", async () => {
		const here = tab();
		here.server.faults.push({ status: 500 });
		const kept = await here.kept();
		await here.outbox.discard(kept.id);
		expect(await here.submit(kept)).toMatchObject({
			type: "refused",
			error: { message: expect.stringContaining("discarded") },
		});
		expect(here.server.requests).toHaveLength(1);
	});
});

describe("signed in", () => {
	const ADA = "7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f" as AccountId;

	test("the scan belongs to the account", async () => {
		const here = tab();
		const { outcome } = await submitScan(values, null, here.deps, ADA);
		expect(outcome).toMatchObject({ type: "accepted" });
		expect(here.server.requests).toMatchObject([{ account: ADA }]);
	});

	test("after the session has ended, the free scan goes out without an account, and once", async () => {
		const here = tab();
		here.server.faults.push({ status: 401, body: { code: "sign_in_required", message: "Sign in." } });
		const { outcome } = await submitScan(values, null, here.deps, ADA);
		expect(outcome).toMatchObject({ type: "accepted" });
		expect(here.server.requests.map(({ account }) => account)).toEqual([ADA, "anonymous"]);
		expect(await statuses(here)).toEqual(["accepted"]);
	});

	test("while the account of a new session is not known, it is saved and asks whose it is", async () => {
		const here = tab();
		const { outcome } = await submitScan(values, null, here.deps, "unclaimed");
		expect(outcome).toMatchObject({ type: "queued" });
		expect(here.server.requests).toEqual([]);
		expect(await here.outbox.list()).toMatchObject([{ owner: "unclaimed", status: "held" }]);
	});
});

describe("offline", () => {
	test("queued without an attempt", async () => {
		const here = tab();
		here.deps.online = () => false;
		expect(await here.submit()).toMatchObject({ type: "queued" });
		expect(here.server.requests).toEqual([]);
		expect(await statuses(here)).toEqual(["queued"]);
	});

	test("a request that waits already is not queued twice", async () => {
		const here = tab();
		here.server.faults.push("refuse-connection");
		const kept = await here.kept();
		here.deps.online = () => false;
		expect(await here.submit(kept)).toEqual({ type: "queued", id: kept.id });
		expect(await statuses(here)).toEqual(["queued"]);
	});
});

describe("without storage", () => {
	test("it is sent directly, and the outcome says so", async () => {
		const here = tab({ indexedDB: undefined });
		const outcome = await here.submit();
		expect(outcome).toMatchObject({ type: "accepted", unsaved: expect.stringMatching(/^Not saved: /) });
	});

	test("a failure says that nothing is saved; submitting again repeats the same key", async () => {
		const here = tab({ indexedDB: undefined });
		here.server.faults.push("lose-answer");
		const { outcome, kept } = await submitScan(values, null, here.deps);
		expect(outcome).toMatchObject({
			type: "unsaved",
			message: "Failed to fetch",
			why: expect.stringMatching(/^Not saved: /),
		});
		expect(await here.submit(kept)).toMatchObject({ type: "accepted" });
		expect(new Set(here.keys()).size).toBe(1);
	});
});

import { expect, test } from "vitest";
import type { AccountId } from "#contract/ids.ts";
import { outcomeText } from "#src/lib/outbox/outcome-text.ts";
import { sendAndReport } from "#src/lib/outbox/send-and-report.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { NewEntry } from "#src/requests/entry.ts";
import { fakeDevice } from "#tests/support/outbox/outbox-device.ts";

const ADA = "7b0b7b54-5b43-4d55-9d0b-2f4b9a9b7d11" as AccountId;
const request: NewEntry = {
	kind: "report",
	body: { template: "executive-summary", hosts: [], clients: [] },
	owner: ADA,
};

function form({ online = true, full = false } = {}) {
	const { server, context } = fakeDevice();
	const { outbox } = context();
	const enqueue = () => Promise.reject(new StorageError("full", new Error("full")));
	return { server, outbox, deps: { outbox: full ? { ...outbox, enqueue } : outbox, online: () => online } };
}

test("an accepted or refused request is reported, and the outbox no longer lists it", {
	meta: { acceptance: "B11" },
}, async () => {
	const taken = form();
	const { outcome } = await sendAndReport(request, null, taken.deps);
	expect(outcomeText(outcome, "It is being made")).toEqual({ done: true, title: "It is being made", text: "" });
	expect(await taken.outbox.list()).toEqual([]);

	const refused = form();
	refused.server.faults.push({ status: 400, body: { code: "invalid_body", message: "No such host." } });
	const no = await sendAndReport(request, null, refused.deps);
	expect(outcomeText(no.outcome, "")).toEqual({ done: false, title: "Refused", text: "No such host." });
	expect(await refused.outbox.list()).toEqual([]);
});

test.each([
	["offline", { online: false }, null],
	["the server in trouble", {}, { status: 500, body: { code: "internal", message: "Trouble." } }],
	["the session over", {}, { status: 401, body: { code: "sign_in_required", message: "Sign in." } }],
] as const)(
	"with %s it is kept on the device and a dialog may close",
	{ meta: { acceptance: "B11" } },
	async (_what, how, fault) => {
		const { server, outbox, deps } = form(how);
		if (fault) server.faults.push(fault);
		const { outcome, kept } = await sendAndReport(request, null, deps);
		expect(outcomeText(outcome, "")).toMatchObject({ done: true, title: "Saved on this device" });
		expect(kept).toBeNull();
		expect((await outbox.list()).map(({ request: { kind } }) => kind)).toEqual(["report"]);
	},
);

test("without storage and without an answer, it can be sent again under the same key", async () => {
	const { server, deps } = form({ full: true });
	server.faults.push({ status: 500, body: { code: "internal", message: "Trouble." } });
	const first = await sendAndReport(request, null, deps);
	const telling = outcomeText(first.outcome, "");
	expect(telling).toMatchObject({ done: false, title: "Not sent and not saved" });
	expect(telling.text).toContain("Trouble.");
	const second = await sendAndReport(request, first.kept, deps);
	expect(second.outcome).toMatchObject({ type: "accepted", id: first.outcome.id });
});

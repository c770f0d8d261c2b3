import { expect, test } from "vitest";
import { accountId, clientId } from "#contract/ids.ts";
import type { AuditEntry } from "#contract/workspaces/audit.ts";
import { stepsOf } from "#src/features/settings/audit/audit-steps.ts";

const ADA = { accountId: accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f"), name: "Ada Lovelace" };
const GRACE = { accountId: accountId.parse("0b8d6a52-41f0-4a7c-9a2e-3f1c2d4b5a69"), name: "Grace Hopper" };
const CLIENT = clientId.parse("00000000-0000-4000-8000-0000000000aa");

const entry = (id: number, step: number | null, more: Partial<AuditEntry> = {}): AuditEntry => ({
	id,
	at: new Date(Date.UTC(2026, 10, 22) + id).toISOString(),
	who: null,
	onBehalfOf: ADA,
	what: "evidence-linked",
	subject: { type: "evidence", id: "e1" },
	clientId: CLIENT,
	before: null,
	after: null,
	detail: {},
	step,
	...more,
});
const idsOf = (entries: readonly AuditEntry[]) =>
	stepsOf(entries).map(({ first, others }) => [first.id, others.map(({ id }) => id)]);

test("what a scan wrote is one step, named by what it wrote first, also with others in between", () => {
	const log = [15, 14, 13, 12, 11].map((id) => entry(id, id === 13 ? 8 : 5));
	expect(idsOf([entry(16, 9), ...log, entry(10, 5, { what: "evidence-added" })])).toEqual([
		[16, []],
		[10, [15, 14, 12, 11]],
		[13, []],
	]);
});

test.each([
	["of another step", entry(1, 6)],
	["by another author", entry(1, 5, { who: GRACE })],
	["for another person", entry(1, 5, { onBehalfOf: GRACE })],
	["about another client", entry(1, 5, { clientId: null })],
])("an entry %s is one of its own", (_what, other) => {
	expect(idsOf([entry(2, 5), other])).toEqual([
		[2, []],
		[1, []],
	]);
});

test("entries from before are as they were", () => {
	expect(idsOf([entry(2, null), entry(1, null)])).toEqual([
		[2, []],
		[1, []],
	]);
	expect(stepsOf([])).toEqual([]);
});

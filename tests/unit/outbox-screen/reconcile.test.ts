import { expect, test } from "vitest";
import { goneScans } from "#src/features/outbox-screen/reconcile.ts";
import type { Entry } from "#src/outbox/entry.ts";

const receipt = (scanId: string, acceptedAt: string, owner = "ada") =>
	({ status: "accepted", owner, receipt: { key: "k", scanId, acceptedAt } }) as unknown as Entry;
const page = (rows: [string, string][], next: string | null) =>
	({ scans: rows.map(([id, acceptedAt]) => ({ id, acceptedAt })), next, total: 9 }) as never;

test("a receipt whose scan is missing where it would have to be is gone; what was not read is not", async () => {
	const pages: Record<string, never> = {
		first: page([["a", "2026-03-03"]], "second"),
		second: page([["c", "2026-03-01"]], null),
	};
	const read = async (cursor: string | null) => pages[cursor ?? "first"] as never;
	const receipts = [
		receipt("a", "2026-03-03"),
		receipt("b", "2026-03-02"),
		receipt("c", "2026-03-01"),
		receipt("free", "2026-03-02", "anonymous"),
	];
	expect(await goneScans(receipts, read)).toEqual(new Set(["b"]));
	expect(await goneScans(receipts, async () => page([["a", "2026-03-03"]], "again"))).toEqual(new Set());
});

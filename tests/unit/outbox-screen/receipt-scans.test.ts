import { expect, test } from "vitest";
import { askForReceiptScans, readReceiptScans } from "#src/features/outbox-screen/sent/receipt-scans.ts";
import type { Entry } from "#src/requests/entry.ts";
import { turns } from "#tests/support/outbox/outbox-clock.ts";

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
	const { gone, found } = await readReceiptScans(receipts, read);
	expect([...gone]).toEqual(["b"]);
	expect([...found.values()].map(({ id }) => id)).toEqual(["a", "c"]);
	const same = await readReceiptScans(receipts, async () => page([["a", "2026-03-03"]], "again"));
	expect([...same.gone]).toEqual([]);
});

test("an answer that comes after its account is gone is not reported, and no further page is read", async () => {
	const answers: ((page: never) => void)[] = [];
	const read = () => new Promise<never>((resolve) => answers.push(resolve));
	const receipts = [receipt("a", "2026-03-03"), receipt("b", "2026-03-01")];
	const reported: unknown[] = [];

	const giveUp = askForReceiptScans(receipts, ({ gone }) => reported.push(gone), read);
	giveUp();
	answers[0]?.(page([["c", "2026-03-02"]], "second"));
	await turns(5);
	expect(answers).toHaveLength(1);
	expect(reported).toEqual([]);

	askForReceiptScans(receipts, ({ gone }) => reported.push(gone), read);
	answers[1]?.(page([], null));
	await turns(5);
	expect(reported).toEqual([new Set(["a", "b"])]);
});

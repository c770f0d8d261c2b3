import { beforeEach, expect, test, vi } from "vitest";
import { accountId, ownClient, ownWorkspace, type ScanId, type WorkspaceId } from "#contract/ids.ts";
import { createScanFeed } from "#server/scanning/scans/routes/scan-feed.ts";
import { ownScope } from "../../../../support/server/accounts.ts";

const scope = ownScope(accountId.parse("0198c0de-0000-7000-8000-00000000000a"));
const ada = ownWorkspace(scope.accountId);
const id = "one" as ScanId;

beforeEach(() => {
	vi.useFakeTimers();
	return () => vi.useRealTimers();
});

/** A feed whose reads of the scan end when the test says so. */
function held(acceptedLately?: () => Promise<{ id: ScanId; owner: WorkspaceId }[]>) {
	const reads: ((progress: number) => void)[] = [];
	const sent: string[] = [];
	const ends: (number | undefined)[] = [];
	const lately: { id: ScanId; owner: WorkspaceId }[] = [];
	let listener: Parameters<Parameters<typeof createScanFeed>[0]["notices"]["listen"]>[0] | undefined;
	const feed = createScanFeed({
		notices: {
			listen(given) {
				listener = given;
				return () => {};
			},
		},
		reader: {
			changed: () =>
				new Promise((resolve) =>
					reads.push((progress) => resolve({ scan: { progress } as never, clientId: ownClient(ada) })),
				),
			clientOf: async () => ownClient(ada),
			acceptedLately: acceptedLately ?? (async () => lately),
		},
		onError: (error) => sent.push(String(error)),
	});
	const subscribe = () =>
		feed.subscribe(scope, {
			send: (event, data) => sent.push(`${event} ${(data as { progress?: number }).progress ?? ""}`.trim()),
			end: (comeBackMs) => ends.push(comeBackMs),
		});
	return {
		feed,
		reads,
		sent,
		ends,
		lately,
		subscribe,
		tell: (what: "changed" | "gone") => listener?.onNotice({ id, owner: ada, what }),
		gap: () => listener?.onGap?.(),
		pass: () => vi.advanceTimersByTimeAsync(250),
		async answer(progress: number) {
			reads.shift()?.(progress);
			await vi.advanceTimersByTimeAsync(0);
		},
	};
}

test("a state that was read slowly never comes after a newer one", async () => {
	const { subscribe, tell, pass, answer, reads, sent } = held();
	subscribe();
	tell("changed");
	await pass();
	tell("changed");
	await pass();
	// The second read waits for the first.
	expect(reads).toHaveLength(1);
	await answer(10);
	await pass();
	await answer(20);
	expect(sent).toEqual(["scan 10", "scan 20"]);
});

test("a scan deleted while it is read does not come back", async () => {
	const { subscribe, tell, pass, answer, sent } = held();
	subscribe();
	tell("changed");
	await pass();
	tell("gone");
	await answer(10);
	await pass();
	expect(sent).toEqual(["gone"]);
});

test("when streams end together, their clients come back at different moments within a second", () => {
	const { feed, subscribe, gap, ends } = held();
	for (let n = 0; n < 5; n++) subscribe();
	feed.endAll();
	gap();
	expect(new Set(ends.slice(0, 5)).size).toBe(5);
	for (const comeBackMs of ends) expect(comeBackMs).toBeLessThan(1_000);
});

test("an accepted scan that no one announced, because its process ended first, is sent all the same, and each only once", async () => {
	const { feed, subscribe, tell, pass, answer, reads, sent, lately } = held();
	subscribe();
	tell("changed");
	await pass();
	await answer(0);
	lately.push({ id, owner: ada }, { id: "two" as ScanId, owner: ada });
	await vi.advanceTimersByTimeAsync(20_000);
	expect(reads).toHaveLength(1);
	await answer(5);
	await vi.advanceTimersByTimeAsync(20_000);
	expect(sent).toEqual(["scan 0", "scan 5"]);
	feed.close();
});

test("a look that takes long is not joined by another, which would take one more connection each time", async () => {
	let looks = 0;
	const { feed, subscribe, pass } = held(async () => {
		looks++;
		return new Promise(() => {});
	});
	subscribe();
	await vi.advanceTimersByTimeAsync(60_000);
	await pass();
	expect(looks).toBe(1);
	feed.close();
});

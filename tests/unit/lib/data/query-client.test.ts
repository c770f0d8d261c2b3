import { beforeEach, expect, test, vi } from "vitest";
import { accountId } from "#contract/ids.ts";

const storage = new Map<string, string>();
vi.stubGlobal("localStorage", {
	getItem: (key: string) => storage.get(key) ?? null,
	setItem: (key: string, value: string) => storage.set(key, value),
	removeItem: (key: string) => storage.delete(key),
});

const { readAccount, writeAccount } = await import("#src/lib/account/account.ts");
const { ApiFailure } = await import("#src/lib/data/api-failure.ts");
const { wipeCachedData } = await import("#src/lib/data/cache/cached-data.ts");
const { queryClient } = await import("#src/lib/data/query-client.ts");

const account = {
	accountId: accountId.parse("7c1f4e2a-9c39-4f4e-8f7b-0a4b5c6d7e8f"),
	name: "Ada Obi",
	email: "ada@example.com",
};

beforeEach(() => {
	queryClient.clear();
	writeAccount({ status: "known", account, locked: false });
});

/** Reads from a server that refuses. */
async function refuse(status: number, code: string): Promise<void> {
	const queryFn = () => Promise.reject(new ApiFailure("No.", { status, code }));
	await queryClient.fetchQuery({ queryKey: ["refused"], queryFn, retry: false }).catch(() => undefined);
}

test.each(["sign_in_required", "other_account"])(
	"a 401 %s on a read hides what is kept until the account signs in again, and keeps it",
	async (code) => {
		queryClient.setQueryData(["kept"], 1);
		await refuse(401, code);
		expect(readAccount()).toEqual({ status: "known", account, locked: true });
		expect(queryClient.getQueryData(["kept"])).toBe(1);
	},
);

test("other refusals change nothing about the account", async () => {
	await refuse(404, "not_found");
	expect(readAccount()).toMatchObject({ locked: false });
});

test("a refusal is not tried again, a failure of the network or the server is, twice", () => {
	const retry = queryClient.getDefaultOptions().queries?.retry;
	if (typeof retry !== "function") throw new Error("retry is a function");
	expect(retry(0, new ApiFailure("", { status: 404 }))).toBe(false);
	for (const status of [null, 503]) {
		expect([0, 1, 2].map((failures) => retry(failures, new ApiFailure("", { status })))).toEqual([true, true, false]);
	}
});

test("a wipe leaves nothing that was read", async () => {
	queryClient.setQueryData(["kept"], 1);
	await wipeCachedData();
	expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

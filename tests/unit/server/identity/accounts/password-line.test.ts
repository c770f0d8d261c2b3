import { expect, test } from "vitest";
import { createPasswordLine } from "#server/identity/accounts/passwords/password-line.ts";

const passwords = { hash: async () => "hash", verify: async () => true };

function held() {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { until: promise, release: resolve };
}

test("lets in so many of a network, and of these so many for one account; others are not held up", async () => {
	const line = createPasswordLine(passwords);
	const { until, release } = held();
	const stay = async () => {
		await until;
		return "served" as const;
	};
	const enter = (network: string, account: string) => line.serve({ network, account }, stay);
	const one = Array.from({ length: 9 }, () => enter("a", "one"));
	const refused = {
		ok: false,
		code: "rate_limited",
		reason: "busy_account",
		details: { scope: "entry", retryAfter: 2 },
	};
	expect(await one[8]).toMatchObject(refused);
	const many = Array.from({ length: 17 }, (_, i) => enter("a", `account ${i}`));
	expect(await many[16]).toMatchObject({
		...refused,
		reason: "busy_network",
		details: { scope: "client", retryAfter: 2 },
	});
	// Its owner, elsewhere: strangers cannot use up the account's places.
	const owner = enter("b", "one");
	release();
	const answers = await Promise.all([...one.slice(0, 8), ...many.slice(0, 16), owner]);
	expect(new Set(answers)).toEqual(new Set(["served"]));
	expect(await enter("a", "one")).toBe("served");
});

test("gives the place back when the work fails", async () => {
	const line = createPasswordLine(passwords);
	const fail = () => line.serve({ network: "a", account: "one" }, () => Promise.reject(new Error("broken")));
	for (let i = 0; i < 30; i++) await expect(fail()).rejects.toThrow("broken");
});

import { describe, expect, test } from "vitest";
import { accountId } from "#contract/ids.ts";
import type { AccountState } from "#src/lib/account/account.ts";
import { createSignOut } from "#src/lib/session/create-sign-out.ts";

const account = { accountId: accountId.parse(crypto.randomUUID()), name: "Ada Lovelace", email: "ada@example.org" };

function device(answers: boolean[]) {
	const seen: string[] = [];
	let state: AccountState = { status: "known", account, locked: false };
	const signOut = createSignOut({
		async endSession() {
			seen.push(`end as ${state.status}`);
			return answers.shift() ?? false;
		},
		async wipe() {
			seen.push("wipe");
		},
		async holdOutbox(held) {
			seen.push(held ? "hold" : "free");
		},
		readAccount: () => state,
		writeAccount(next) {
			state = next;
			seen.push(next.status);
		},
		lock: (task) => task(),
	});
	return { ...signOut, seen, write: (next: AccountState) => (state = next), state: () => state };
}

describe("signing out", () => {
	test("deletes the data first, then ends the session, then no account is known", async () => {
		const { signOut, seen } = device([true]);
		expect(await signOut()).toBe("ended");
		expect(seen).toEqual(["signed-out", "hold", "wipe", "end as signed-out", "free", "unknown"]);
	});

	test("without an answer the mark stays and stops the outbox, until a later request gets through", async () => {
		const { signOut, endSignedOutSession, seen, state } = device([false, false, true]);
		expect(await signOut()).toBe("put-off");
		expect(await endSignedOutSession()).toBe(false);
		expect(state()).toEqual({ status: "signed-out" });
		expect(seen).not.toContain("free");
		expect(await endSignedOutSession()).toBe(true);
		expect(state()).toEqual({ status: "unknown" });
		expect(seen.at(-2)).toBe("free");
	});

	test("a session that has begun since is left alone", async () => {
		const { signOut, endSignedOutSession, seen, write, state } = device([false]);
		await signOut();
		write({ status: "known", account, locked: false });
		expect(await endSignedOutSession()).toBe(true);
		expect(state().status).toBe("known");
		expect(seen.filter((what) => what.startsWith("end"))).toHaveLength(1);
	});
});

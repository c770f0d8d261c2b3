import type { EmailConfirmation } from "#contract/accounts.ts";
import { addressKey } from "./address.ts";
import { findCode, WRONG_CODE } from "./find-code.ts";
import type { Refusal } from "./refusal.ts";
import type { World } from "./world.ts";

/** Confirms the address of an account, or the one that is to take its place. */
export async function confirmEmail(
	world: World,
	{ email, code }: EmailConfirmation,
	client: string,
): Promise<{ ok: true } | Refusal> {
	const emailKey = addressKey(email);
	const answer = await findCode(world, ["confirm", "change"], { emailKey, code, client });
	if (!answer.ok) return answer;
	const { accountId, purpose } = answer.found;

	return world.store.transaction(async (tx) => {
		const account = await tx.lockAccount(accountId);
		if (!account || !(await tx.spendCode(answer.found))) return WRONG_CODE;
		if (purpose === "confirm") {
			await tx.confirmAddress(accountId, emailKey, world.now());
			return { ok: true } as const;
		}
		if (!(await tx.adoptPendingAddress(accountId, emailKey, world.now()))) return WRONG_CODE;
		// What was mailed to the old address is worth nothing any more.
		await tx.deleteCodes(accountId);
		if (account.emailConfirmed) await tx.enqueueMail({ kind: "email-changed", to: account.email });
		return { ok: true } as const;
	});
}

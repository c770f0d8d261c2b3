import type { AccountId } from "#contract/ids.ts";
import type { SecretBox } from "#server/platform/keys/secret-box.ts";
import type { AccessRefusal } from "../../sessions/refusal.ts";
import type { AccountStatements } from "../store/account-store.ts";
import { recoveryCodeHash } from "./recovery-codes.ts";
import { stepOf } from "./totp.ts";

/** The same whether the code is wrong, was used, or came too late. */
export const WRONG_SECOND_CODE: AccessRefusal = {
	ok: false,
	code: "invalid_code",
	message: "This code is wrong or was already used. Wait for the next code in your app and try again.",
	reason: "wrong_code",
};

const SIX_DIGITS = /^\d{6}$/;

type Given = { accountId: AccountId; code: string; now: Date };

/** Spends a code from the account's app, or one of its recovery codes. Null if it is neither. Rolled back with the transaction. */
export async function spendSecondFactor(
	tx: AccountStatements,
	box: SecretBox | undefined,
	{ accountId, code, now }: Given,
): Promise<"totp" | "recovery" | null> {
	const totp = await tx.totpOf(accountId);
	if (!totp?.confirmedAt) return null;
	const digits = code.replace(/[\s-]/g, "");
	if (!SIX_DIGITS.test(digits))
		return (await tx.spendRecoveryCode(accountId, recoveryCodeHash(code))) ? "recovery" : null;
	const secret = box?.open(totp.sealedSecret, accountId);
	const step = secret && stepOf(secret, digits, now);
	return step != null && (await tx.spendStep(accountId, step)) ? "totp" : null;
}

import { type AccessRefusal, limited } from "../sessions/refusal.ts";
import type { AccountDeps } from "./account-deps.ts";
import type { CodeQuery, CodeRow } from "./code-row.ts";
import { plainCode } from "./codes.ts";
import { callCounter, codeTriesCounter } from "./limits.ts";

/** The same whether the code is wrong, expired or used, was tried too often, or there is no such address. */
export const WRONG_CODE: AccessRefusal = {
	ok: false,
	code: "invalid_code",
	message: "This code is wrong, expired or already used. After five wrong tries it stops working for your network.",
	reason: "wrong_code",
};

type CodeAttempt = {
	code: string;
	client: string;
	/** Whether we know that it belongs to the account. Then tries by others in its network do not count against it. */
	device?: Buffer | undefined;
};

/** Finds the stored code that matches the one someone typed from their email. */
export async function findCode(
	{ store, passwords, limits, now }: AccountDeps,
	about: CodeQuery,
	{ code, client, device }: CodeAttempt,
): Promise<{ ok: true; found: CodeRow } | AccessRefusal> {
	const counter = device ? undefined : callCounter("codes", client, limits);
	const room = counter && (await store.takePoint(counter));
	if (room?.ok === false) {
		return limited("too_many", "Many wrong codes came from your network in the last hour.", room.retryAfter);
	}
	const row = await store.findCode(about, now());
	// Both count before the code is compared, so that parallel requests get no extra tries.
	const mayTry =
		row &&
		(await store.takePoint(codeTriesCounter(row.codeHash, { client, device }))).ok &&
		(await store.countTry(row));
	const isRight = await passwords.verify(plainCode(code), mayTry ? row.codeHash : undefined);
	if (!row || !isRight) return { ...WRONG_CODE, ...(row && { accountId: row.accountId }) };
	if (counter) await store.returnPoint(counter);
	return { ok: true, found: row };
}

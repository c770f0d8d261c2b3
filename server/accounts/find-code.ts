import { CODE_TRIES, plainCode } from "./codes.ts";
import { callCounter } from "./limits.ts";
import type { CodePurpose, CodeRow } from "./ports.ts";
import { limited, type Refusal } from "./refusal.ts";
import type { World } from "./world.ts";

/** The same whether the code is wrong, too old or used, was tried too often, or there is no such address. */
export const WRONG_CODE: Refusal = {
	ok: false,
	code: "invalid_code",
	message:
		"This code is wrong, too old or already used. After five tries it no longer works: then ask for another one.",
};

type Claim = { emailKey: string; code: string; client: string };

/** The stored code that somebody has from their mail. */
export async function findCode(
	{ store, passwords, limits, now }: World,
	purposes: CodePurpose[],
	{ emailKey, code, client }: Claim,
): Promise<{ ok: true; found: CodeRow } | Refusal> {
	const counter = callCounter("codes", client, limits);
	const room = await store.takePoint(counter);
	if (!room.ok) return limited("Many wrong codes came from your network in the last hour.", room.retryAfter);

	const typed = plainCode(code);
	const rows = await store.tryCodes(emailKey, purposes, { tries: CODE_TRIES, now: now() });
	if (rows.length === 0) await passwords.verify(typed, undefined);
	for (const row of rows) {
		if (!(await passwords.verify(typed, row.codeHash))) continue;
		await store.returnPoint(counter);
		return { ok: true, found: row };
	}
	return WRONG_CODE;
}

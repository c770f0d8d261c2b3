import { aesKeyOf, type LockCrypto, open, seal } from "./data-key.ts";
import type { LockRecord, PasskeyWay } from "./lock-record.ts";
import type { Bytes } from "./lock-state.ts";
import type { Passkeys } from "./passkeys.ts";

type Way = LockRecord["ways"][number];

/** How asking a passkey ended without one. */
export type NoPasskey = "canceled" | "unable";

const PURPOSE = "passkey";

/** A new passkey as a way to the data key. */
export async function passkeyWay(
	name: string,
	dataKey: Bytes,
	passkeys: Passkeys | null,
	crypto: LockCrypto,
): Promise<PasskeyWay | NoPasskey> {
	if (!passkeys) return "unable";
	const salt = crypto.getRandomValues(new Uint8Array(32));
	const answer = await passkeys.create(name, salt);
	if (answer.status !== "given") return answer.status;
	const { credential, secret } = answer.given;
	const wrapped = await seal(dataKey, await aesKeyOf(secret, PURPOSE, crypto), crypto);
	return { way: "passkey", credential, salt, wrapped };
}

const isSame = (a: Bytes, b: Bytes): boolean => a.length === b.length && a.every((byte, at) => byte === b[at]);

/** Asks for one of the lock's passkeys and opens the data key with it. */
export async function openWithPasskey(
	ways: readonly Way[],
	passkeys: Passkeys | null,
	crypto: LockCrypto,
): Promise<Bytes | NoPasskey> {
	const known = ways.filter((way) => way.way === "passkey");
	if (!passkeys || known.length === 0) return "unable";
	const answer = await passkeys.ask(known);
	if (answer.status !== "given") return answer.status;
	const { credential, secret } = answer.given;
	const way = known.find((one) => isSame(one.credential, credential));
	if (!way) return "unable";
	return open(way.wrapped, await aesKeyOf(secret, PURPOSE, crypto), crypto).catch((): NoPasskey => "unable");
}

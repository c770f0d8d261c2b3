import * as z from "zod/mini";
import { accountId } from "#contract/ids.ts";

const bytes = z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array);

/** A typed secret. `wrapped`: the data key, encrypted under the PBKDF2 output. */
const pinWay = z.object({
	way: z.literal("pin"),
	/** Which keyboard to show. */
	digits: z.boolean(),
	salt: bytes,
	iterations: z.int(),
	wrapped: bytes,
});
export type PinWay = z.infer<typeof pinWay>;

/** A passkey with the PRF extension. `wrapped`: the data key, encrypted under the secret the passkey derives from `salt`. */
const passkeyWay = z.object({ way: z.literal("passkey"), credential: bytes, salt: bytes, wrapped: bytes });
export type PasskeyWay = z.infer<typeof passkeyWay>;

export const LOCK_MINUTES = [1, 5, 15, 60] as const;

/** A device's lock as it is stored. Nothing in it can open the lock by itself. */
export const lockRecord = z.object({
	version: z.literal(1),
	/** The account whose stored answers it protects. */
	owner: accountId,
	/** The name of its data key. */
	key: z.string(),
	/** It locks after this long without use. */
	minutes: z.union(LOCK_MINUTES.map((minutes) => z.literal(minutes))),
	ways: z.array(z.discriminatedUnion("way", [pinWay, passkeyWay])),
	/** The number of wrong PINs since it was last opened, and the time of the last one, in milliseconds. */
	tries: z.object({ wrong: z.int(), at: z.number() }),
});
export type LockRecord = z.infer<typeof lockRecord>;

/** What an account's workspaces require of their members' devices, as last read. */
export const lockPolicy = z.object({ owner: accountId, required: z.boolean() });
export type LockPolicy = z.infer<typeof lockPolicy>;

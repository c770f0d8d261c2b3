import { readAccount } from "#src/lib/account/account.ts";
import { clearForm, type KeptForm } from "#src/lib/data/cache/kept-form.ts";
import { browserLock } from "./browser-lock.ts";
import type { Lock } from "./create-lock.ts";
import type { LockForData } from "./lock-state.ts";

const sealedForm = (key: string, { encrypt, decrypt, nameFor }: LockForData): KeptForm => ({
	key,
	writes: true,
	name: nameFor,
	seal: (text) => encrypt(new TextEncoder().encode(text)),
	async open(stored) {
		if (!(stored instanceof Uint8Array)) throw new Error("This answer is not encrypted.");
		return new TextDecoder().decode(await decrypt(stored as Uint8Array<ArrayBuffer>));
	},
});

/** How answers are stored now. Null: not at all, because the lock is closed, or required but not set up. */
export async function keptFormOf(
	lock: Lock,
	account: Parameters<Lock["policyFor"]>[0] | null,
): Promise<KeptForm | null> {
	const state = await lock.ready();
	switch (state.status) {
		case "locked":
			return null;
		case "open":
			return sealedForm(state.key, lock);
		case "off": {
			const required = account === null ? null : lock.policyFor(account);
			return required === true ? null : clearForm(required === false);
		}
	}
}

/** The same for this browser's lock and account. */
export function browserKeptForm(): Promise<KeptForm | null> {
	const state = readAccount();
	return keptFormOf(browserLock, state.status === "known" ? state.account.accountId : null);
}

import { webcrypto } from "node:crypto";
import { IDBFactory } from "fake-indexeddb";
import type { AccountId } from "#contract/ids.ts";
import { createLock, type Lock } from "#src/lib/lock/create-lock.ts";
import type { LockMessage } from "#src/lib/lock/lock-deps.ts";
import { createLockStore } from "#src/lib/lock/lock-store.ts";
import type { Passkeys } from "#src/lib/lock/passkeys.ts";

/** A device on which tabs share storage, clock and channel, and one passkey that derives a secret from each salt. */
export function lockDevice() {
	const indexedDB = new IDBFactory();
	const listeners = new Map<number, (message: LockMessage) => void>();
	const device = {
		indexedDB,
		now: Date.UTC(2026, 10, 23),
		hint: null as string | null,
		/** What the passkey does when it is used. */
		passkey: "given" as "given" | "canceled" | "unable",
		/** Calls of `onKey` and `onMissing`. */
		keys: [] as (string | null)[],
		missing: 0,
		/** Whether the page is killed while a PIN is checked. */
		killed: false,
	};
	let tabs = 0;
	const subtle = new Proxy(webcrypto.subtle as SubtleCrypto, {
		get: (target, name: keyof SubtleCrypto) =>
			name === "deriveKey" && device.killed ? () => new Promise(() => undefined) : target[name].bind(target),
	});
	const crypto = {
		subtle,
		getRandomValues: webcrypto.getRandomValues.bind(webcrypto) as Crypto["getRandomValues"],
		randomUUID: () => webcrypto.randomUUID(),
	};

	async function secretOf(salt: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
		const bytes = new Uint8Array([7, ...salt]);
		return new Uint8Array(await webcrypto.subtle.digest("SHA-256", bytes));
	}
	const credential = Uint8Array.of(1, 2, 3);
	const answer = async (salt: Uint8Array<ArrayBuffer>) =>
		device.passkey === "given"
			? ({ status: "given", given: { credential, secret: await secretOf(salt) } } as const)
			: ({ status: device.passkey } as const);
	const passkeys: Passkeys = {
		create: (_, salt) => answer(salt),
		ask: ([first]) => answer(first?.salt ?? new Uint8Array()),
	};

	return Object.assign(device, {
		/** A tab; after a kill, a new one. */
		openTab(): Lock {
			const tab = tabs;
			tabs += 1;
			return createLock({
				store: createLockStore(indexedDB, 1_000),
				crypto,
				passkeys,
				channel: {
					post(message) {
						for (const [other, listener] of listeners) if (other !== tab) listener(message);
					},
					listen: (listener) => void listeners.set(tab, listener),
				},
				hint: {
					read: () => device.hint,
					write: (owner: AccountId | null) => {
						device.hint = owner;
					},
				},
				now: () => device.now,
				iterations: 10,
				onKey: async (key) => void device.keys.push(key),
				onMissing: async () => {
					device.missing += 1;
				},
			});
		},
	});
}

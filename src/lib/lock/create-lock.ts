import type { AccountId } from "#contract/ids.ts";
import { type DataKeys, keysOf, nameFor, newDataKey, open, seal } from "./data-key.ts";
import { isIdle } from "./idle.ts";
import type { LockDeps } from "./lock-deps.ts";
import type { LockPolicy, LockRecord } from "./lock-record.ts";
import { type Bytes, LockedError, type LockForData, type LockState, type LockWay } from "./lock-state.ts";
import { openWithPin, pinWay } from "./pin.ts";
import { counted, NO_TRIES, restarted, waitUntil } from "./tries.ts";
import { type NoPasskey, openWithPasskey, passkeyWay } from "./ways.ts";

/** What proves that a person may open the lock. */
export type Proof = { way: "pin"; pin: string } | { way: "passkey" };

/** `wrong`: the PIN was. `wait`: no attempt was made; the state says until when. `off`: there is no longer a lock. */
export type LockRefusal = "wrong" | "wait" | "off" | NoPasskey;
export type Outcome = "done" | LockRefusal;

export type Lock = ReturnType<typeof createLock>;

/** How often a tab in use tells the others so, in milliseconds. */
const TELL_MS = 5_000;

/** In the order in which they are offered. */
const WAYS = ["pin", "passkey"] as const;

const OFF: LockState = { status: "off" };
const UNREAD: LockState = { status: "locked", ways: [], digits: false, wrong: 0, waitUntil: null };

/** A device's lock, as seen by one tab. Nothing here is UI. */
export function createLock({ store, crypto, passkeys, channel, hint, now, iterations, onKey, onMissing }: LockDeps) {
	const listeners = new Set<() => void>();
	let record: LockRecord | null = null;
	let policy: LockPolicy | null = null;
	let keys: DataKeys | null = null;
	let state: LockState = hint.read() === null ? OFF : UNREAD;
	let usedAt = now();
	let toldAt = 0;

	const waysOf = ({ ways }: LockRecord): LockWay[] => WAYS.filter((one) => ways.some(({ way }) => way === one));

	function stateOf(): LockState {
		if (!record) return OFF;
		const ways = waysOf(record);
		if (keys) return { status: "open", key: record.key, ways, minutes: record.minutes };
		const digits = record.ways.some((one) => one.way === "pin" && one.digits);
		return { status: "locked", ways, digits, wrong: record.tries.wrong, waitUntil: waitUntil(record.tries, now()) };
	}

	function update(next: LockRecord | null): void {
		// There is another data key, or none: these keys no longer open anything.
		if (next?.key !== record?.key) keys = null;
		record = next;
		hint.write(record?.owner ?? null);
		tell();
	}

	function tell(): void {
		state = stateOf();
		for (const listener of listeners) listener();
	}

	async function reread(): Promise<void> {
		const read = await store.read();
		policy = read.policy;
		if (read.record?.key !== record?.key) await onKey(read.record?.key ?? null);
		update(read.record);
	}

	async function start(): Promise<LockState> {
		try {
			const read = await store.read();
			policy = read.policy;
			await onKey(read.record?.key ?? null);
			update(read.record);
		} catch (error) {
			// Falls back to what this device remembers: locked with no way to open it, or off if nothing can be stored.
			if (state.status !== "off") console.error("The lock could not be read.", error);
		}
		return state;
	}
	let starting: Promise<LockState> | undefined;
	/** Reads it once. Not while a module loads: prerendering has no storage. */
	const whenRead = (): Promise<LockState> => {
		starting ??= start();
		return starting;
	};

	function adopt(next: DataKeys): void {
		keys = next;
		usedAt = now();
		tell();
	}

	async function change(fn: (record: LockRecord) => LockRecord): Promise<void> {
		update(await store.change((before) => before && fn(before)));
	}

	/** Counts the attempt first. Resolves to the data key. */
	async function tryPin(pin: string): Promise<Bytes | LockRefusal> {
		let refusal: LockRefusal | null = null;
		await change((before) => {
			const tries = restarted(before.tries, now());
			if (waitUntil(tries, now()) !== null) refusal = "wait";
			return { ...before, tries: refusal ? tries : counted(tries, now()) };
		});
		const way = record?.ways.find((one) => one.way === "pin");
		if (!way) return "off";
		if (refusal) return refusal;
		const dataKey = await openWithPin(pin, way, crypto);
		if (!dataKey) return "wrong";
		await change((before) => ({ ...before, tries: NO_TRIES }));
		return dataKey;
	}

	const prove = (proof: Proof): Promise<Bytes | LockRefusal> =>
		proof.way === "pin" ? tryPin(proof.pin) : openWithPasskey(record?.ways ?? [], passkeys, crypto);

	async function newWay(proof: Proof, name: string, dataKey: Bytes): Promise<LockRecord["ways"][number] | NoPasskey> {
		if (proof.way === "pin") return pinWay(proof.pin, dataKey, iterations, crypto);
		return passkeyWay(name, dataKey, passkeys, crypto);
	}

	function close(): void {
		if (!keys) return;
		keys = null;
		tell();
	}

	function lock(): void {
		close();
		channel.post({ type: "locked" });
	}

	channel.listen((message) => {
		switch (message.type) {
			case "opened":
				void whenRead()
					.then(reread)
					.then(() => {
						if (record?.key === message.key) adopt(message.keys);
					});
				return;
			case "locked":
				return close();
			case "changed":
				return void whenRead().then(reread);
			case "used":
				usedAt = Math.max(usedAt, message.at);
		}
	});

	const forData: LockForData = {
		state: () => state,
		async ready() {
			await whenRead();
			return state;
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		async encrypt(bytes) {
			if (!keys) throw new LockedError();
			return seal(bytes, keys.content, crypto);
		},
		async decrypt(sealed) {
			if (!keys) throw new LockedError();
			return open(sealed, keys.content, crypto);
		},
		async nameFor(text) {
			if (!keys) throw new LockedError();
			return nameFor(text, keys.names, crypto);
		},
	};

	async function openWith(dataKey: Bytes): Promise<void> {
		if (!record) return;
		const made = await keysOf(dataKey, crypto);
		adopt(made);
		channel.post({ type: "opened", key: record.key, keys: made });
	}

	return {
		...forData,
		hasPasskeys: passkeys !== null,

		/** Makes a lock with its first way, and opens it. `name`: how a passkey is listed. Resolves once nothing is stored in clear. */
		async begin(owner: AccountId, name: string, first: Proof): Promise<Outcome> {
			await whenRead();
			const dataKey = newDataKey(crypto);
			const way = await newWay(first, name, dataKey);
			if (typeof way === "string") return way;
			const key = crypto.randomUUID();
			await onKey(key);
			update(await store.change(() => ({ version: 1, owner, key, minutes: 5, ways: [way], tries: NO_TRIES })));
			await openWith(dataKey);
			return "done";
		},

		/** Opens it, here and in all other open tabs. */
		async open(proof: Proof): Promise<Outcome> {
			await whenRead();
			const dataKey = await prove(proof);
			if (typeof dataKey === "string") return dataKey;
			await openWith(dataKey);
			return "done";
		},

		/** Locks it, in all tabs. */
		lock,

		/** Sets another PIN, or adds a passkey. `proof`: one that opens it now. */
		async addWay(proof: Proof, added: Proof, name: string): Promise<Outcome> {
			const dataKey = await prove(proof);
			if (typeof dataKey === "string") return dataKey;
			const way = await newWay(added, name, dataKey);
			if (typeof way === "string") return way;
			await change((before) => ({
				...before,
				ways: [...before.ways.filter((one) => one.way !== "pin" || way.way !== "pin"), way],
			}));
			channel.post({ type: "changed" });
			return "done";
		},

		/** Removes the PIN or the passkeys. Throws if nothing else opens it. */
		async removeWay(gone: LockWay): Promise<void> {
			if (record?.ways.every(({ way }) => way === gone)) throw new Error("A lock needs a way to open it.");
			await change((before) => ({ ...before, ways: before.ways.filter(({ way }) => way !== gone) }));
			channel.post({ type: "changed" });
		},

		async setMinutes(minutes: LockRecord["minutes"]): Promise<void> {
			await change((before) => ({ ...before, minutes }));
			channel.post({ type: "changed" });
		},

		/** Removes the lock. Everything stored under it is deleted. */
		async remove(): Promise<void> {
			await onKey(null);
			update(await store.change(() => null));
			channel.post({ type: "changed" });
		},

		/** What this account's workspaces require; null until known. */
		policyFor: (owner: AccountId): boolean | null => (policy?.owner === owner ? policy.required : null),

		/** Applies the server's requirements. If a lock is required and there is none, stored answers are deleted. */
		async learnPolicy(next: LockPolicy): Promise<void> {
			await whenRead();
			if (policy?.owner === next.owner && policy.required === next.required) return;
			await store.writePolicy(next);
			policy = next;
			if (next.required && !record) await onMissing();
			tell();
			channel.post({ type: "changed" });
		},

		/** Call it when someone uses this tab. After too long without use, it may be someone else, so it locks. */
		used(): void {
			if (!keys || !record) return;
			const at = now();
			if (isIdle(usedAt, at, record.minutes)) {
				lock();
				return;
			}
			usedAt = at;
			if (at - toldAt < TELL_MS) return;
			toldAt = at;
			channel.post({ type: "used", at });
		},

		/** Locks if no one has used it for too long. */
		look(): void {
			if (keys && record && isIdle(usedAt, now(), record.minutes)) lock();
			// A wait may be over.
			else if (state.status === "locked" && state.waitUntil !== null) tell();
		},
	};
}

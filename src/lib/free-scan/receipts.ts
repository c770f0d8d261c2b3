/** A free scan that was requested on this device. `id` is its outbox entry's. */
export type Receipt = {
	id: string;
	target: string;
	email: string;
	/** Device time in milliseconds: when it was accepted, or saved on this device. */
	at: number;
	state: "sent" | "saved" | "refused";
};

const KEY = "plumbline-receipts";
/** How many are kept, and for how long. */
const AT_MOST = 3;
const DAY_MS = 86_400_000;
/** The latest time a Date can represent. */
const LATEST = 8.64e15 - DAY_MS;

const NONE: readonly Receipt[] = [];
let cached: { text: string | null; receipts: readonly Receipt[] } = { text: null, receipts: NONE };
const listeners = new Set<() => void>();

/** Also null if storage is disabled. */
function stored(): string | null {
	try {
		return localStorage.getItem(KEY);
	} catch {
		return null;
	}
}

const isReceipt = (value: unknown): value is Receipt => {
	if (typeof value !== "object" || value === null) return false;
	const { id, target, email, at, state } = value as Partial<Record<keyof Receipt, unknown>>;
	return (
		[id, target, email].every((text) => typeof text === "string") &&
		typeof at === "number" &&
		at >= 0 &&
		at <= LATEST &&
		(state === "sent" || state === "saved" || state === "refused")
	);
};

function parse(text: string | null): readonly Receipt[] {
	if (text === null) return NONE;
	try {
		const read: unknown = JSON.parse(text);
		return Array.isArray(read) ? read.filter(isReceipt).slice(0, AT_MOST) : NONE;
	} catch {
		return NONE;
	}
}

/** Newest first. The same object until they change. */
export function readReceipts(): readonly Receipt[] {
	const text = stored();
	if (text !== cached.text) cached = { text, receipts: parse(text) };
	return cached.receipts;
}

function write(receipts: readonly Receipt[]): void {
	const text = JSON.stringify(receipts);
	cached = { text, receipts };
	try {
		localStorage.setItem(KEY, text);
	} catch {
		// Without storage there are no receipts; the toast and the notice were shown.
	}
	for (const listener of listeners) listener();
}

/** A request that was made again under the same key replaces its receipt. */
export function addReceipt(receipt: Receipt): void {
	const others = readReceipts().filter(({ id }) => id !== receipt.id);
	write([receipt, ...others].slice(0, AT_MOST));
}

export function removeReceipt(id: string): void {
	const receipts = readReceipts();
	const rest = receipts.filter((receipt) => receipt.id !== id);
	if (rest.length < receipts.length) write(rest);
}

/** Forgets all of them: they name targets and email addresses. */
export function clearReceipts(): void {
	try {
		localStorage.removeItem(KEY);
	} catch {
		// Without storage there are none.
	}
	for (const listener of listeners) listener();
}

/** Records the outcome of a saved request; `gone`: it was discarded in the outbox. A receipt with a final outcome stays as it is. */
export function settleReceipt(id: string, fate: "delivered" | "refused" | "gone", now: number): void {
	const receipts = readReceipts();
	if (!receipts.some((receipt) => receipt.id === id && receipt.state === "saved")) return;
	const state = fate === "delivered" ? "sent" : "refused";
	if (fate === "gone") removeReceipt(id);
	else write(receipts.map((receipt) => (receipt.id === id ? { ...receipt, state, at: now } : receipt)));
}

/** Removes receipts older than a day, except for requests that are still waiting. */
export function pruneReceipts(now: number): void {
	const receipts = readReceipts();
	const rest = receipts.filter(({ state, at }) => state === "saved" || now - at < DAY_MS);
	if (rest.length < receipts.length) write(rest);
}

/** Calls back after every change, in this tab and in others. */
export function subscribeReceipts(listener: () => void): () => void {
	const elsewhere = ({ key }: StorageEvent) => {
		if (key === KEY || key === null) listener();
	};
	listeners.add(listener);
	addEventListener("storage", elsewhere);
	return () => {
		listeners.delete(listener);
		removeEventListener("storage", elsewhere);
	};
}

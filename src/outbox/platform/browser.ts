import type { Change, Channel, OutboxDeps } from "../deps.ts";
import { after } from "./after.ts";

/** Undefined where a browser throws, such as with blocked cookies or in a sandboxed frame. */
function attempt<T>(get: () => T): T | undefined {
	try {
		return get();
	} catch {
		return undefined;
	}
}

/** A change from another tab or the worker. Code from before 2026-11-22 may still run in a tab; it sends `id`: one entry, or null for any. */
export function readChange({ ids, id, what }: Change & { id?: string | null }): Change {
	return { ids: ids ?? (id ? [id] : null), what };
}

/** In a form that older code understands: it follows single entries by `id` and reads its lists again after any change. */
const messageOf = (change: Change): Change & { id: string | null } => {
	const [id = null, ...others] = change.ids ?? [];
	return { ...change, id: others.length === 0 ? id : null };
};

function openChannel(name: string): Channel {
	const channel = new BroadcastChannel(name);
	return {
		post: (change) => channel.postMessage(messageOf(change)),
		listen(listener) {
			channel.onmessage = ({ data }: MessageEvent<Change>) => listener(readChange(data));
		},
	};
}

/** Not in the DOM types. Chromium on phones and tablets only. */
type Connected = { connection?: { type?: string } };

/** The device's type of connection, as far as the browser says. */
export function line(): "wifi" | "cellular" | "unknown" {
	const type = (navigator as Connected).connection?.type;
	if (type === "cellular") return "cellular";
	return type === "wifi" || type === "ethernet" ? "wifi" : "unknown";
}

/** The real platform of a page or a worker, for the outbox of this name. */
export function browserPlatform(name: string): OutboxDeps {
	return {
		indexedDB: attempt(() => globalThis.indexedDB),
		locks: attempt(() => navigator.locks),
		channel: attempt(() => openChannel(name)),
		fetch: (url, init) => fetch(url, init),
		line,
		now: () => Date.now(),
		random: () => Math.random(),
		randomBytes: (into) => crypto.getRandomValues(into),
		after,
	};
}

import type { EntryId } from "#contract/ids.ts";
import { after } from "./after.ts";
import type { Change, Channel, OutboxDeps } from "./deps.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

const CHANNEL = "plumbline-outbox";

/** Undefined where a browser throws, such as with blocked cookies or in a sandboxed frame. */
function attempt<T>(get: () => T): T | undefined {
	try {
		return get();
	} catch {
		return undefined;
	}
}

/** A change from another tab or the worker. Code from before 2026-11-22 may still run in a tab; it sends `id`: one entry, or null for any. */
export function readChange({ ids, id, what }: Change & { id?: EntryId | null }): Change {
	return { ids: ids ?? (id ? [id] : null), what };
}

/** In a form that older code understands: it follows single entries by `id` and reads its lists again after any change. */
const messageOf = (change: Change): Change & { id: EntryId | null } => {
	const [id = null, ...others] = change.ids ?? [];
	return { ...change, id: others.length === 0 ? id : null };
};

function openChannel(): Channel {
	const channel = new BroadcastChannel(CHANNEL);
	return {
		post: (change) => channel.postMessage(messageOf(change)),
		listen(listener) {
			channel.onmessage = ({ data }: MessageEvent<Change>) => listener(readChange(data));
		},
	};
}

/** The real platform of a page or a worker. */
function browserDeps(): OutboxDeps {
	return {
		indexedDB: attempt(() => globalThis.indexedDB),
		locks: attempt(() => navigator.locks),
		channel: attempt(openChannel),
		fetch: (url, init) => fetch(url, init),
		now: () => Date.now(),
		random: () => Math.random(),
		randomBytes: (into) => crypto.getRandomValues(into),
		after,
	};
}

let outbox: Outbox | undefined;

/** The one outbox of this tab or worker. */
export function browserOutbox(): Outbox {
	outbox ??= createOutbox(browserDeps());
	return outbox;
}

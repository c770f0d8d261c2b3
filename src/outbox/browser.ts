import { after } from "./after.ts";
import { createOutbox, type Outbox } from "./outbox.ts";
import type { Change, Channel, World } from "./world.ts";

const CHANNEL = "plumbline-outbox";

/** Some browsers throw where others have nothing: blocked cookies, sandboxed frames. */
function attempt<T>(get: () => T): T | undefined {
	try {
		return get();
	} catch {
		return undefined;
	}
}

function openChannel(): Channel {
	const channel = new BroadcastChannel(CHANNEL);
	return {
		post: (change) => channel.postMessage(change),
		listen(listener) {
			channel.onmessage = ({ data }: MessageEvent<Change>) => listener(data);
		},
	};
}

/** The real platform, of a page or of a worker. */
function browserWorld(): World {
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

/** The outbox of this tab or worker, one for all who ask. */
export function browserOutbox(): Outbox {
	outbox ??= createOutbox(browserWorld());
	return outbox;
}

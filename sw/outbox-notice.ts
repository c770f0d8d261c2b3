import { DEVICE_CACHE, OUTBOX_NOTICES } from "#contract/worker.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Outbox } from "#src/outbox/outbox.ts";
import { type NoticeHost, show } from "./push.ts";

type NoticeDeps = NoticeHost & { caches: Pick<CacheStorage, "match"> };

/** Whether somebody sees by themselves what goes out. */
const isWatched = async ({ clients }: NoticeDeps): Promise<boolean> =>
	(await clients.matchAll({ type: "window", includeUncontrolled: true })).some(
		({ visibilityState }) => visibilityState === "visible",
	);

/** Whether this device wants to be told. */
const isWanted = async ({ caches }: NoticeDeps): Promise<boolean> =>
	(await caches.match(OUTBOX_NOTICES, { cacheName: DEVICE_CACHE })) !== undefined;

const words = (sent: number) => (sent === 1 ? "One request has gone out." : `${sent} requests have gone out.`);

/**
 * Replays the outbox and tells what went out, where that was chosen and no window is looked at. Ends as the replay does,
 * which rejects while something is left.
 */
export async function notifySent(
	outbox: Pick<Outbox, "list">,
	replay: () => Promise<void>,
	deps: NoticeDeps,
): Promise<void> {
	if (!(await isWanted(deps).catch(() => false))) return replay();
	const waiting = new Set((await outbox.list()).filter(isWaiting).map(({ id }) => id));
	try {
		await replay();
	} finally {
		const sent = (await outbox.list()).filter(({ id, status }) => status === "accepted" && waiting.has(id)).length;
		if (sent > 0 && !(await isWatched(deps))) {
			const notice = { title: "Outbox sent", body: words(sent), path: "/dashboard/outbox", tag: "outbox" };
			// Not permitted any more: the outbox's own page tells it.
			await show(deps, notice).catch(() => undefined);
		}
	}
}

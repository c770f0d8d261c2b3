import { DEVICE_CACHE, OUTBOX_NOTICES } from "#contract/worker.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Outbox } from "#src/outbox/outbox.ts";
import { type NoticeHost, show } from "./push.ts";

type NoticeDeps = NoticeHost & { caches: Pick<CacheStorage, "match"> };

/** Whether a window of the product is visible. */
const isWatched = async ({ clients }: NoticeDeps): Promise<boolean> =>
	(await clients.matchAll({ type: "window", includeUncontrolled: true })).some(
		({ visibilityState }) => visibilityState === "visible",
	);

/** Whether the user turned these notifications on. */
const isWanted = async ({ caches }: NoticeDeps): Promise<boolean> =>
	(await caches.match(OUTBOX_NOTICES, { cacheName: DEVICE_CACHE })) !== undefined;

const sentText = (sent: number) => (sent === 1 ? "One request was sent." : `${sent} requests were sent.`);

/**
 * Replays the outbox and shows a notification about what was sent, if the user turned that on and no window is visible. Resolves or
 * rejects like `replay`, which rejects while something is left.
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
			const notice = { title: "Outbox sent", body: sentText(sent), path: "/dashboard/outbox", tag: "outbox" };
			// The permission is gone. The outbox screen shows it as well.
			await show(deps, notice).catch(() => undefined);
		}
	}
}

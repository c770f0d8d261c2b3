import { DEVICE_CACHE, OUTBOX_NOTICES } from "#contract/requests/worker.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry, Outbox } from "#src/requests/entry.ts";
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

/** The most clients to name. */
const NAMED = 3;

/** What was sent and for which clients, so that people notice a mix-up. */
function sentText(sent: readonly Entry[]): string {
	const text = sent.length === 1 ? "One request was sent." : `${sent.length} requests were sent.`;
	const clients = [...new Set(sent.flatMap(({ client }) => client?.trim() || []))];
	if (clients.length === 0) return text;
	const more = clients.length > NAMED ? ` and ${clients.length - NAMED} more` : "";
	return `${text} ${clients.length === 1 ? "Client" : "Clients"}: ${clients.slice(0, NAMED).join(", ")}${more}`;
}

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
		const sent = (await outbox.list()).filter(({ id, status }) => status === "accepted" && waiting.has(id));
		if (sent.length > 0 && !(await isWatched(deps))) {
			const notice = { title: "Outbox sent", body: sentText(sent), path: "/dashboard/outbox", tag: "outbox" };
			// The permission is gone. The outbox screen shows it as well.
			await show(deps, notice).catch(() => undefined);
		}
	}
}

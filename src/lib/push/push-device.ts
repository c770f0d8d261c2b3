import { DEVICE_CACHE, OUTBOX_NOTICES } from "#contract/requests/worker.ts";

/** Undefined if there is no worker (yet). */
export const workerRegistration = async (): Promise<ServiceWorkerRegistration | undefined> =>
	navigator.serviceWorker?.getRegistration();

/** Whether the worker shows a notification when the outbox has sent something. */
export const notifiesOutbox = async (): Promise<boolean> =>
	(await caches.match(OUTBOX_NOTICES, { cacheName: DEVICE_CACHE })) !== undefined;

export async function setOutboxNotices(wanted: boolean): Promise<void> {
	const cache = await caches.open(DEVICE_CACHE);
	if (wanted) await cache.put(OUTBOX_NOTICES, new Response());
	else await cache.delete(OUTBOX_NOTICES);
}

/**
 * Ends notifications on this device, with or without a network. The server finds out from the push service. Never rejects: it is part of
 * signing out, which nothing may stop.
 */
export async function endDevicePush(): Promise<void> {
	try {
		await (await (await workerRegistration())?.pushManager?.getSubscription())?.unsubscribe();
		await setOutboxNotices(false);
	} catch {
		// There are no workers or no storage here, so there were no notifications.
	}
}

import { clientsClaim } from "workbox-core";
import { registerRoute } from "workbox-routing";
import { after } from "#src/outbox/platform/after.ts";
import { showBadge } from "#src/outbox/platform/badge.ts";
import { plainOutbox } from "#src/requests/plain.ts";
import { sharedFiles } from "#src/requests/shared-files.ts";
import { isSkipWaiting } from "./messages.ts";
import { notifySent } from "./outbox-notice.ts";
import { precachedPage, servePrecache } from "./precache.ts";
import { follow, noticeOf, renew, type SubscriptionChange, show } from "./push.ts";
import { isOutboxSync, replayForSync } from "./replay.ts";
import { answerNavigation, isPageNavigation } from "./routes.ts";
import { answerShare, isShare } from "./share.ts";

declare const self: ServiceWorkerGlobalScope & {
	__WB_MANIFEST: Parameters<typeof servePrecache>[0];
};

servePrecache(self.__WB_MANIFEST);
registerRoute(isPageNavigation, ({ request }) =>
	answerNavigation(request, { fetch: (page) => fetch(page), precached: precachedPage }),
);

registerRoute(isShare, ({ request }) => answerShare(request, sharedFiles()), "POST");

// Only the very first worker has to claim pages: after one visit, they find their lazy chunks without a network. A later worker
// waits until the user accepts the update and then takes over the pages by itself.
clientsClaim();

self.addEventListener("message", ({ data }) => {
	if (isSkipWaiting(data)) void self.skipWaiting();
});

self.addEventListener("sync", (event) => {
	if (!isOutboxSync(event)) return;
	// TypeScript's library has no SyncEvent: only Chromium supports it.
	const outbox = plainOutbox();
	const replay = () => replayForSync(outbox, { now: () => Date.now(), after });
	const sent = notifySent(outbox, replay, self);
	(event as ExtendableEvent).waitUntil(sent.finally(() => showBadge(outbox, navigator)));
});

self.addEventListener("push", (event) => event.waitUntil(show(self, noticeOf(event.data?.text() ?? ""))));

self.addEventListener("notificationclick", (event) => {
	event.notification.close();
	event.waitUntil(follow(self, location.origin, event.notification.data));
});

self.addEventListener("pushsubscriptionchange", (event) =>
	(event as ExtendableEvent).waitUntil(renew(self, event as SubscriptionChange, fetch)),
);

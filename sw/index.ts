import { clientsClaim } from "workbox-core";
import { registerRoute } from "workbox-routing";
import { after } from "#src/outbox/after.ts";
import { showBadge } from "#src/outbox/badge.ts";
import { browserOutbox } from "#src/outbox/browser.ts";
import { isSkipWaiting } from "./messages.ts";
import { notifySent } from "./outbox-notice.ts";
import { precachedPage, servePrecache } from "./precache.ts";
import { follow, noticeOf, renew, type SubscriptionChange, show } from "./push.ts";
import { isOutboxSync, replayForSync } from "./replay.ts";
import { answerNavigation, isPageNavigation } from "./routes.ts";

declare const self: ServiceWorkerGlobalScope & {
	__WB_MANIFEST: Parameters<typeof servePrecache>[0];
};

servePrecache(self.__WB_MANIFEST);
registerRoute(isPageNavigation, ({ request }) =>
	answerNavigation(request, { fetch: (page) => fetch(page), precached: precachedPage }),
);

// Only the very first worker has pages to lease: after one visit they are to find their lazy chunks without a network.
// A later one waits until a person accepts it, and the pages of the old one go over to it by themselves.
clientsClaim();

self.addEventListener("message", ({ data }) => {
	if (isSkipWaiting(data)) void self.skipWaiting();
});

self.addEventListener("sync", (event) => {
	if (!isOutboxSync(event)) return;
	// SyncEvent is not in TypeScript's library: only Chromium has it.
	const outbox = browserOutbox();
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

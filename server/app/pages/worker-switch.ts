import type { FastifyInstance } from "fastify";

/**
 * A worker that undoes the real one: it takes over immediately, deletes the pages that the real one cached, and unregisters itself. Open
 * windows treat it as an update that was accepted elsewhere. It does not touch the outbox, which is in a database.
 */
const UNDOING = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
	event.waitUntil((async () => {
		const names = (await caches.keys()).filter((name) => name.startsWith("workbox-"));
		await Promise.all(names.map((name) => caches.delete(name)));
		await self.registration.unregister();
	})());
});
`;

/**
 * While the operator has turned the worker off, browsers that request it get one that undoes it. Its text differs each time: a page that
 * requests its worker revives a registration that waits for old windows to close, and browsers run a script again only if it has changed.
 */
export function addWorkerSwitch(app: FastifyInstance, isOff: () => Promise<boolean>, now: () => Date): void {
	app.addHook("onRequest", async (request, reply) => {
		if (request.url.split("?")[0] !== "/sw.js" || !(await isOff())) return;
		return reply
			.header("Cache-Control", "no-cache")
			.type("text/javascript; charset=utf-8")
			.send(`${UNDOING}// ${now().getTime()}\n`);
	});
}

import type { FastifyInstance } from "fastify";

/**
 * A worker that undoes the real one: it takes over at once, forgets the pages the real one kept, and goes. Open windows
 * treat it as an update that was accepted elsewhere. The outbox lies in a database, which it does not touch.
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
 * While the operator has switched the worker off, browsers that ask for it get one that undoes it. Another one each time:
 * a page that asks for its worker brings a registration back to life that waits for old windows to close, and only a script
 * that has changed is run again.
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

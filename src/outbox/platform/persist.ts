import type { Outbox } from "../surface.ts";

type Storage = { persist?(): Promise<boolean>; persisted?(): Promise<boolean> };

/** Asks the browser to keep its storage even when space runs low: once per page, when the first entry is saved. */
export function persistAtFirstEntry(outbox: Pick<Outbox, "subscribe">, storage: Storage | undefined): void {
	const stop = outbox.subscribe(({ what }) => {
		if (what !== "added") return;
		stop();
		void ask(storage).catch(() => undefined);
	});
}

async function ask(storage: Storage | undefined): Promise<void> {
	if (!storage?.persist || (await storage.persisted?.())) return;
	await storage.persist();
}

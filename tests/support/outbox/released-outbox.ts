import type { OutboxDeps } from "#src/outbox/deps.ts";
import type { Outbox } from "#src/requests/entry.ts";

/** What today's outbox and the recorded ones have in common. */
export type OldOutbox = Omit<Outbox, "releaseWhere">;

async function recorded(file: URL): Promise<(deps: OutboxDeps) => OldOutbox> {
	const { createOutbox }: { createOutbox(deps: OutboxDeps): OldOutbox } = await import(file.href);
	return createOutbox;
}

/** The outbox of a tab or worker that still runs the code from before there were workspaces. */
export const createOldOutbox = await recorded(
	new URL("../../fixtures/releases/outbox-before-workspaces.js", import.meta.url),
);
/** The same from before entries came after others and had files. */
export const createOutboxBeforeEvidence = await recorded(
	new URL("../../fixtures/releases/outbox-before-evidence.js", import.meta.url),
);

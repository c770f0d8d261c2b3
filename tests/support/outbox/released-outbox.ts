import type { OutboxDeps } from "#src/outbox/deps.ts";
import type { Outbox } from "#src/outbox/outbox.ts";

/** What today's outbox and the recorded one have in common. */
export type OldOutbox = Omit<Outbox, "releaseSolved">;

const file = new URL("../../fixtures/releases/outbox-before-workspaces.js", import.meta.url);
const recorded: { createOutbox(deps: OutboxDeps): OldOutbox } = await import(file.href);

/** The outbox of a tab or worker that still runs the code from before there were workspaces. */
export const { createOutbox: createOldOutbox } = recorded;

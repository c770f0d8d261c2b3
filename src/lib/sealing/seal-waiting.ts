import { isSealable } from "#contract/requests/entries.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry, NewEntry, Outbox } from "#src/requests/entry.ts";
import { KINDS } from "#src/requests/kinds.ts";
import { workspaceOf } from "#src/requests/scope.ts";
import { NOT_SEALED, SealError, type SealingDeps } from "./sealing-outbox.ts";

type WaitingDeps = SealingDeps & { outbox: Pick<Outbox, "list" | "file" | "repack" | "prune"> };

/** Whether it waits on this device in a form that can be read, and could be sealed. */
export const waitsInClear = (entry: Entry): boolean =>
	isWaiting(entry) && isSealable(entry.request.kind) && workspaceOf(entry) !== null;

/** Its age counts from when it was made, not from when it is sealed. */
function limitOf({ request, notAfter, confirmedAt, createdAt, startAt = 0 }: Entry): number | undefined {
	const { staleAfterMs } = KINDS[request.kind];
	if (staleAfterMs === null) return notAfter;
	return Math.min(notAfter ?? Number.POSITIVE_INFINITY, Math.max(confirmedAt ?? createdAt, startAt) + staleAfterMs);
}

/**
 * Seals what waits in clear. The server takes a sealed request and the same one in clear under one key for one, so nothing is sent twice,
 * even if an answer was lost. `left`: what could not be sealed and stays as it is, such as what is being sent right now.
 */
export async function sealWaiting({ outbox, keys, load }: WaitingDeps): Promise<{ sealed: number; left: number }> {
	const waiting = (await outbox.list()).filter(waitsInClear);
	if (waiting.length === 0) return { sealed: 0, left: 0 };
	const sealer = await load().catch((error: unknown) => {
		throw new SealError(NOT_SEALED, error);
	});
	let sealed = 0;
	for (const entry of waiting) {
		const workspace = workspaceOf(entry);
		const recipient = workspace && (await keys.of(workspace)).sealing?.recipient;
		const given = recipient && (await withFiles(entry));
		if (!recipient || !given) continue;
		const made = await sealer.seal(given, recipient);
		if ((await outbox.repack(entry, made.entry)) === null) continue;
		await sealer.keep(entry.id, made, given);
		sealed++;
	}
	// Now, rather than with the next pass: what was in clear goes.
	await outbox.prune();
	return { sealed, left: waiting.length - sealed };

	/** The entry as a request with the bytes of its files; null if some are missing. */
	async function withFiles(entry: Entry): Promise<NewEntry | null> {
		const { request, owner, workspace, clientId, client, note, startAt, after, attachments } = entry;
		const notAfter = limitOf(entry);
		const files = new Map<string, ArrayBuffer>();
		for (const { sha256 } of attachments ?? []) {
			const bytes = await outbox.file(sha256);
			if (!bytes) return null;
			files.set(sha256, bytes);
		}
		return {
			...request,
			owner,
			...(workspace && { workspace }),
			...(clientId && { clientId }),
			...(client !== undefined && { client }),
			...(note !== undefined && { note }),
			...(startAt !== undefined && { startAt }),
			...(notAfter !== undefined && { notAfter }),
			...(after && { after }),
			...(attachments && { attachments, files }),
		};
	}
}

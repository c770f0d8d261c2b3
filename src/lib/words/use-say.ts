import type { ClientId, EntryId } from "#contract/ids.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { sendSaved } from "#src/lib/outbox/send-saved.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry, NewEntry } from "#src/requests/entry.ts";
import type { OutboxRequest } from "#src/requests/kinds.ts";
import { inTurn, orSayWhy } from "./in-turn.ts";
import { leadersOf } from "./leaders.ts";
import { isSaid, type WordKind } from "./words.ts";

type Unsaid<K extends WordKind> = K extends WordKind
	? { kind: K; body: Omit<Extract<OutboxRequest, { kind: K }>["body"], "saidAt"> }
	: never;
/** A word without its time, which is that of the tap. */
export type WordToSay = Unsaid<WordKind>;

/** Picks from all entries the waiting ones that a word comes after, besides those that make what it is about. */
type After = (entries: readonly Entry[]) => EntryId[];
const NOTHING: After = () => [];

/**
 * Says something about a control, a requirement, a task, a piece of evidence or an assessment, through the outbox, so it also works
 * offline. Resolves to whether it is saved; if not, a toast says why. `clientId`: the client it belongs to; null: the client on screen, or
 * the workspace itself.
 */
export function useSay(): (word: WordToSay, clientId: ClientId | null, after?: After) => Promise<boolean> {
	const { scope, workspace, client } = useScope();
	return (word, clientId, after = NOTHING) => {
		const owner = signedInOwner();
		if (owner === null) return Promise.resolve(false);
		const own = client ?? workspace?.clients.find((one) => one.own) ?? null;
		const whose = clientId === null ? own : (workspace?.clients.find(({ id }) => id === clientId) ?? null);
		const now = Date.now();
		const body = word.kind === "task" ? word.body : { ...word.body, saidAt: new Date(now).toISOString() };
		const entry = { kind: word.kind, body, owner, ...scopeFields(owner, scope, whose) } as NewEntry;
		return orSayWhy(inTurn(() => save(entry, now, after))).then((saved) => saved !== null);
	};
}

async function save(entry: NewEntry, now: number, after: After): Promise<true> {
	const { entries } = await shownOutbox().contents();
	if (isSaid(entry as OutboxRequest, entry.clientId, entries, now)) return true;
	const leaders = new Set([...leadersOf(entry as OutboxRequest, entries), ...after(entries)]);
	sendSaved([await browserOutbox().enqueue({ ...entry, after: [...leaders] })]);
	return true;
}

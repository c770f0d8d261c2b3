import type { EntryId } from "#contract/ids.ts";
import { isSealed } from "#src/lib/sealing/shown.ts";
import { isHeldForOrder } from "#src/outbox/transition.ts";
import type { Entry } from "#src/requests/entry.ts";
import { wordsOf } from "#src/requests/kinds.ts";

const NAME_LENGTH = 80;

function nameOf({ request }: Entry): string {
	const { label, subject } = wordsOf(request);
	return `${label} “${subject.slice(0, NAME_LENGTH)}”`;
}

/** The first cause: what an entry comes after, or what that comes after. `null`: nothing is in the way any more. */
function blockerOf(entry: Entry, all: ReadonlyMap<EntryId, Entry>): Entry | "gone" | null {
	const seen = new Set<EntryId>();
	for (let now = entry; !seen.has(now.id); ) {
		seen.add(now.id);
		const leaders = (now.after ?? []).map((id) => all.get(id));
		if (leaders.includes(undefined)) return "gone";
		const stuck = leaders.find((one) => one?.status === "held" || one?.status === "rejected");
		if (!stuck) return null;
		if (!isHeldForOrder(stuck)) return stuck;
		now = stuck;
	}
	return null;
}

/** Why an entry is held that comes after others, and what to do; null if that is about to change. `all`: the entries on this device. */
export function blockerText(entry: Entry, all: ReadonlyMap<EntryId, Entry>): string | null {
	const blocker = isHeldForOrder(entry) ? blockerOf(entry, all) : null;
	if (blocker === null) return null;
	if (blocker === "gone")
		return "What it belongs to is no longer on this device, so it cannot be sent. Save a copy if you need what is in it, then discard it.";
	if (blocker.status === "rejected" && isSealed(blocker))
		return `It belongs to ${nameOf(blocker)}, which the server refused, so it cannot be sent. Discard both.`;
	if (blocker.status === "rejected")
		return `It belongs to ${nameOf(blocker)}, which the server refused. If you edit that one and it is accepted, this is sent too.`;
	return `It belongs to ${nameOf(blocker)}, which needs you. It is sent after that.`;
}

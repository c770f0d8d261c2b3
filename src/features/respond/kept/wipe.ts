import type { Outbox } from "#src/requests/entry.ts";
import { entriesOf, sentWords } from "../respond-entries.ts";
import { type KeptLink, unsentOf } from "./kept-link.ts";
import type { LinkStore } from "./link-store.ts";

type Kept = { links: Pick<LinkStore, "remove">; outbox: Pick<Outbox, "list" | "discardAll"> };

/** Removes everything this device has of a link: its questions, the answers, and its outbox entries. */
export async function wipe({ links, outbox }: Kept, { detail }: KeptLink): Promise<void> {
	const own = entriesOf(await outbox.list(), detail.respondentId);
	if (own.length > 0) await outbox.discardAll(own.map(({ id }) => id));
	await links.remove(detail.respondentId);
}

/** How many of the answers given here the server does not have. */
export async function countUnsent({ outbox }: Pick<Kept, "outbox">, link: KeptLink): Promise<number> {
	const own = entriesOf(await outbox.list(), link.detail.respondentId);
	const arrived = own.filter(({ status }) => status === "accepted");
	return unsentOf(
		link,
		Object.values(link.said).map(({ questionId: id }) => ({ id })),
		sentWords(arrived),
	).length;
}

/** Whether its last day is over. */
export const isOver = ({ detail }: KeptLink, today: string): boolean => detail.endsOn < today;

/** Wipes links whose last day is over. One with answers that were not sent stays until its person has seen that. */
export async function wipeEnded(kept: Kept, links: readonly KeptLink[], today: string): Promise<KeptLink[]> {
	const left: KeptLink[] = [];
	for (const link of links) {
		const isDone = isOver(link, today) && (await countUnsent(kept, link)) === 0;
		if (isDone) await wipe(kept, link);
		else left.push(link);
	}
	return left;
}

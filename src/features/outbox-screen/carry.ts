import type { AccountId } from "#contract/ids.ts";
import { type Entry, isWaiting } from "#src/outbox/entry.ts";
import { arrived, type HandOverCrypto, openEntries, sealEntries } from "#src/outbox/hand-over.ts";
import type { Outbox } from "#src/outbox/outbox.ts";
import { maySee } from "#src/outbox/sender.ts";

/** A passphrase that can be said over the phone is long rather than odd. */
export const PASSPHRASE_MIN = 10;

type CarryWorld = {
	outbox: Pick<Outbox, "handOver" | "takeIn">;
	crypto: HandOverCrypto;
	now(): number;
};

/** Writes waiting entries into a file's text, and marks them as given away. */
export async function carryOut(
	entries: readonly Entry[],
	passphrase: string,
	{ outbox, crypto }: CarryWorld,
): Promise<{ text: string; count: number }> {
	const given = entries.filter((entry) => isWaiting(entry) && entry.status !== "sending");
	// The file first: an entry is not to be marked as given away where nothing was given.
	const text = await sealEntries(given, passphrase, crypto);
	await outbox.handOver(given.map(({ id }) => id));
	return { text, count: given.length };
}

const REFUSALS = {
	foreign: "That is no file of an outbox. Nothing was changed.",
	newer: "That file was made by a newer version of this product. Reload this page to update it, then try again.",
	damaged: "That file is damaged or incomplete. Nothing was changed. Please make it again on the other device.",
	"wrong-passphrase": "That is not the passphrase this file was made with. Nothing was changed.",
};
const FOREIGN_ACCOUNT =
	"That file holds requests of an account that is not signed in here. Nothing was changed. Sign in with that account, then take it in.";

const counted = (count: number) => (count === 1 ? "One request" : `${count} requests`);

/** Takes in such a file: all of it, or nothing. Gives a sentence for a person. */
export async function carryIn(
	text: string,
	passphrase: string,
	account: AccountId | null,
	{ outbox, crypto, now }: CarryWorld,
): Promise<{ done: boolean; message: string }> {
	const opened = await openEntries(text, passphrase, crypto);
	if (opened.status !== "open") return { done: false, message: REFUSALS[opened.status] };
	const { entries } = opened;
	if (!entries.every(({ owner }) => maySee(owner, account))) return { done: false, message: FOREIGN_ACCOUNT };
	const { added, known } = await outbox.takeIn(entries.map((entry) => arrived(entry, now())));
	const already = known === 0 ? "" : ` ${counted(known)} ${known === 1 ? "was" : "were"} here already.`;
	return { done: true, message: `${counted(added)} taken in.${already}` };
}

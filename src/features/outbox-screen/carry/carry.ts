import { assertNever } from "#contract/assert-never.ts";
import type { AccountId } from "#contract/ids.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import { type HandOverCrypto, openEntries, sealEntries } from "#src/outbox/hand-over/hand-over.ts";
import { portable } from "#src/outbox/hand-over/portable.ts";
import { type CarriedRecord, type CarriedRefusal, readCarried } from "#src/requests/carried.ts";
import type { Entry, Outbox } from "#src/requests/entry.ts";
import { OUTBOX } from "#src/requests/name.ts";

/** Length matters more than odd characters, and people may say it over the phone. */
export const PASSPHRASE_MIN = 10;

type CarryDeps = {
	outbox: Pick<Outbox, "list" | "handOver" | "takeIn">;
	crypto: HandOverCrypto;
};

/**
 * Writes waiting entries into the text of a file and marks them as handed over. `leftOut`: those that stay, because they have files or
 * come after one that has.
 */
export async function carryOut(
	entries: readonly Entry[],
	passphrase: string,
	{ outbox, crypto }: CarryDeps,
): Promise<{ text: string; count: number; leftOut: number }> {
	const chosen = new Set(entries.map(({ id }) => id));
	// As they are stored: a screen may show what is in a sealed one.
	const stored = await outbox.list();
	const waiting = stored.filter((entry) => chosen.has(entry.id) && isWaiting(entry) && entry.status !== "sending");
	const { given, leftOut } = portable(waiting, stored);
	// The file comes first: if writing it fails, nothing is marked.
	const text = await sealEntries(OUTBOX, given, passphrase, crypto);
	await outbox.handOver(given.map(({ id }) => id));
	return { text, count: given.length, leftOut: leftOut.length };
}

const REFUSALS = {
	foreign: "That is not an outbox file. Nothing was changed.",
	newer: "That file was made by a newer version of this product. Reload this page to update it, then try again.",
	damaged: "That file is damaged or incomplete. Nothing was changed. Please export it again on the other device.",
	"wrong-passphrase": "That is not the passphrase this file was made with. Nothing was changed.",
};
const counted = (count: number) => (count === 1 ? "One request" : `${count} requests`);

function refusalText(refusal: CarriedRefusal): string {
	switch (refusal.reason) {
		case "newer":
			return "A newer version of this product made this. Reload this page to update it, then import the file again.";
		case "other-account":
			return "This belongs to an account that is not signed in here. Sign in with that account, then import the file again.";
		case "twice":
			return "This is in the file more than once.";
		case "damaged":
			return `This cannot be read. ${refusal.why}`;
		default:
			return assertNever(refusal);
	}
}

/** The most places to list; the rest is counted. */
const PLACES = 10;

/** One line per reason, with the places in the file. */
export function refusedLines(records: readonly CarriedRecord[]): string[] {
	const places = new Map<string, number[]>();
	for (const record of records) {
		if (!("refusal" in record)) continue;
		const words = refusalText(record.refusal);
		const all = places.get(words);
		if (all) all.push(record.place);
		else places.set(words, [record.place]);
	}
	return [...places].map(([words, all]) => {
		const more = all.length - PLACES;
		const named = `${all.slice(0, PLACES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
		return `${all.length === 1 ? "Request" : "Requests"} ${named}: ${words}`;
	});
}

/** The result of an import, for the screen. */
export type CarriedIn = {
	/** Whether the file was read. */
	done: boolean;
	message: string;
	/** What was not imported, and why. */
	refused: string[];
};

/** Imports such a file: the records that can be read and that the current user may see. */
export async function carryIn(
	text: string,
	passphrase: string,
	account: AccountId | null,
	{ outbox, crypto }: CarryDeps,
): Promise<CarriedIn> {
	const opened = await openEntries(OUTBOX, text, passphrase, crypto);
	if (opened.status !== "open") return { done: false, message: REFUSALS[opened.status], refused: [] };
	const records = readCarried(opened.records, account);
	const refused = refusedLines(records);
	const good = records.flatMap((record) => ("entry" in record ? record.entry : []));
	if (good.length === 0 && refused.length > 0) return { done: false, message: "Nothing was imported.", refused };
	const { added, known } = await outbox.takeIn(good);
	const already = known === 0 ? "" : ` ${counted(known)} ${known === 1 ? "was" : "were"} here already.`;
	return { done: true, message: `${counted(added)} imported.${already}`, refused };
}

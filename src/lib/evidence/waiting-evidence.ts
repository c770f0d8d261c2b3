import type { EvidenceRequest, LinkRequest, Subject } from "#contract/evidence/evidence.ts";
import type { Entry } from "#src/requests/entry.ts";
import { isSameSubject } from "./about.ts";

/** The evidence in an entry; null for entries of another kind. */
export const evidenceIn = ({ request }: Entry): EvidenceRequest | null =>
	request.kind === "evidence" ? (request.body as EvidenceRequest) : null;

/** The things an entry links evidence to or unlinks it from; null for entries of another kind. */
export const linkIn = ({ request }: Entry): LinkRequest | null =>
	request.kind === "evidence-link" ? (request.body as LinkRequest) : null;

/** The thumbnails sent with an entry's files, by file. Both are SHA-256. */
export const thumbnailsIn = (entry: Entry): ReadonlyMap<string, string> =>
	new Map(
		(evidenceIn(entry)?.files ?? []).flatMap(({ sha256, thumbnail }) => (thumbnail ? [[sha256, thumbnail]] : [])),
	);

/** Evidence that is still on this device. */
export type WaitingEvidence = { entry: Entry; evidence: EvidenceRequest };

/** The evidence in these entries that the server does not have, newest first. */
export const waitingEvidence = (entries: readonly Entry[]): WaitingEvidence[] =>
	entries
		.flatMap((entry) => {
			const evidence = evidenceIn(entry);
			return evidence && entry.status !== "accepted" ? [{ entry, evidence }] : [];
		})
		.toReversed();

/** Only those about this subject. */
export const waitingAbout = (entries: readonly Entry[], about: Subject): WaitingEvidence[] =>
	waitingEvidence(entries).filter(({ evidence }) => evidence.about.some((one) => isSameSubject(one, about)));

/** The subjects of evidence, including changes this device has not sent yet. */
export type ShownSubject = { about: Subject; waiting: "put" | "taken-off" | null };

/** `about` from the server, plus link changes to this piece that still wait here. */
export function subjectsShown(id: string, about: readonly Subject[], entries: readonly Entry[]): ShownSubject[] {
	let shown: ShownSubject[] = about.map((one) => ({ about: one, waiting: null }));
	for (const entry of entries) {
		const link = linkIn(entry);
		if (!link || link.evidenceId !== id || entry.status === "accepted" || entry.status === "rejected") continue;
		const before = shown.find((one) => isSameSubject(one.about, link.about));
		const onServer = about.some((one) => isSameSubject(one, link.about));
		const others = (with_: ShownSubject[]) =>
			before ? shown.flatMap((one) => (one === before ? with_ : [one])) : [...shown, ...with_];
		if (link.linked) shown = others([{ about: link.about, waiting: onServer ? null : "put" }]);
		else shown = others(onServer ? [{ about: link.about, waiting: "taken-off" }] : []);
	}
	return shown;
}

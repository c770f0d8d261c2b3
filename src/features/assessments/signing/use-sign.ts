import { useState } from "react";
import type { AssessmentDetail } from "#contract/assessments/assessments.ts";
import { coveredWords } from "#contract/assessments/signed-text.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { Place } from "#contract/evidence/place.ts";
import { type ShownAssessment, waitingOf } from "#src/lib/assessments/assessment-shown.ts";
import type { Drafts, SignerDraft } from "#src/lib/assessments/drafts/drafts.ts";
import { NO_DRAFTS } from "#src/lib/assessments/drafts/drafts.ts";
import { beginningOf, useAssessmentOwner } from "#src/lib/assessments/use-answer.ts";
import { evidenceIn } from "#src/lib/evidence/waiting-evidence.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { sendSaved } from "#src/lib/outbox/send-saved.ts";
import { shownOutbox } from "#src/lib/sealing/shown-outbox.ts";
import { inTurn, orSayWhy } from "#src/lib/words/in-turn.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { signaturePiece } from "../signature/signature-piece.ts";

type Props = {
	read: AssessmentDetail;
	shown: ShownAssessment;
	/** The hash of the current answers; null until it is computed. */
	sha256: string | null;
	signers: readonly SignerDraft[];
	change(by: (now: Drafts) => Drafts): void;
};

const signatureOf = (entries: readonly Entry[], id: EvidenceId) =>
	entries.filter((entry) => isWaiting(entry) && evidenceIn(entry)?.id === id).map((entry) => entry.id);

/** Saves each signature at once, then the sign-off that covers all of them, which goes out after every waiting answer. */
export function useSign({ read, shown, sha256, signers, change }: Props) {
	const whose = useAssessmentOwner(read);
	const [busy, setBusy] = useState(false);

	async function add(who: Omit<SignerDraft, "signature">, bytes: ArrayBuffer): Promise<boolean> {
		const owned = whose();
		if (owned === null || sha256 === null) return false;
		setBusy(true);
		const made = await signaturePiece(who.name, bytes, read.id);
		if (!made.ok) {
			setBusy(false);
			await notify({ title: "Not saved", text: made.message });
			return false;
		}
		const { piece } = made;
		const saved = await orSayWhy(
			inTurn(async () => {
				const { entries } = await shownOutbox().contents();
				return browserOutbox().enqueue({ ...piece, ...owned, after: beginningOf(entries, read.id) });
			}),
		);
		setBusy(false);
		if (saved === null) return false;
		sendSaved([saved]);
		change((now) => ({ ...now, signing: { sha256, signers: [...signers, { ...who, signature: piece.body.id }] } }));
		return true;
	}

	/** Discards a signature that was not sent yet; a sent one stays as evidence. */
	async function takeOff(signature: EvidenceId): Promise<void> {
		const { entries } = await shownOutbox().contents();
		await browserOutbox()
			.discardUnlessSent(signatureOf(entries, signature))
			.catch(() => undefined);
		change((now) => ({
			...now,
			signing: now.signing && { ...now.signing, signers: signers.filter((one) => one.signature !== signature) },
		}));
	}

	/** Resolves to whether it is saved. */
	async function finish(place: Place | null): Promise<boolean> {
		const owned = whose();
		if (owned === null || sha256 === null || busy) return false;
		setBusy(true);
		const body = {
			id: newId() as string,
			assessmentId: read.id,
			covers: coveredWords(shown.standings),
			sha256,
			signers: [...signers],
			...(place && { place }),
			saidAt: new Date().toISOString(),
		};
		const saved = await orSayWhy(
			inTurn(async () => {
				const { entries } = await shownOutbox().contents();
				const after = [
					...waitingOf(entries, read.id),
					...signers.flatMap(({ signature }) => signatureOf(entries, signature)),
				];
				return browserOutbox().enqueue({ kind: "sign-off", body, ...owned, after });
			}),
		);
		setBusy(false);
		if (saved === null) return false;
		sendSaved([saved]);
		change(() => NO_DRAFTS);
		return true;
	}

	return { busy, add, takeOff, finish };
}

import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import type { Answer } from "#contract/assessments/answers.ts";
import type { AssessmentDetail } from "#contract/assessments/assessments.ts";
import type { Question } from "#contract/assessments/template.ts";
import type { Subject } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { Typed } from "#src/lib/assessments/drafts/drafts.ts";
import { readTyped, withChanges } from "#src/lib/assessments/typed-answer.ts";
import { type Said, useAnswer } from "#src/lib/assessments/use-answer.ts";
import { captureFor } from "#src/lib/capture/browser-captures.ts";
import type { Store } from "#src/lib/capture/create-capture.ts";
import { type EvidenceEntry, evidenceEntry } from "#src/lib/capture/evidence-entry.ts";
import { orSayWhy } from "#src/lib/words/in-turn.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { notify } from "#src/ui/toast/notify.ts";
import { signaturePiece } from "../signature/signature-piece.ts";

type Props = {
	read: AssessmentDetail;
	question: Question;
	/** What is typed but not saved yet. */
	typed: Typed;
	/** Called once it is saved, when nothing typed is pending. */
	onSaid(said: Said): void;
};

const titleOf = ({ text }: Question): string => text.replaceAll(/\s+/g, " ").slice(0, 200);

/** A photo answers a question that asks for one. */
const photographed = (question: Question, before: Answer): Answer["value"] =>
	question.type === "photo" ? { type: "photo" } : before.value;

/** Answers one question in every possible way. Typed text is saved with the next answer and on leaving the screen. */
export function useQuestion({ read, question, typed, onSaid }: Props) {
	const { scope } = useScope();
	const say = useAnswer(read);
	const [busy, setBusy] = useState(false);
	const [fault, setFault] = useState("");
	const [capture] = useState(() => captureFor(scope, `${read.id} ${question.id}`));
	const taken = useSyncExternalStore(capture.subscribe, capture.draft);
	const about: Subject[] = [{ type: "assessment", id: read.id }];

	/** Saves the answer with the typed text. Rejects like `say`. */
	async function save(change: (before: Answer) => Answer, pieces?: readonly EvidenceEntry[]): Promise<Said | null> {
		const parsed = readTyped(question, typed);
		const { note, ...value } = parsed.ok ? parsed.parts : {};
		const changed = (before: Answer) => {
			const next = change(withChanges(before, value));
			return note === undefined ? next : withChanges(next, { note });
		};
		const said = await say(question.id, changed, pieces);
		if (said !== null) onSaid(said);
		return said;
	}

	async function answer(change: (before: Answer) => Answer, pieces?: readonly EvidenceEntry[]): Promise<Said | null> {
		setBusy(true);
		const said = await orSayWhy(save(change, pieces));
		setBusy(false);
		return said;
	}

	const store =
		(onKept: (said: Said | null) => void): Store =>
		async (request, files) => {
			const piece = evidenceEntry({ ...request, title: titleOf(question), about }, files);
			const evidence = (before: Answer) => [...before.evidence, request.id];
			const said = await save(
				(before) => withChanges(before, { value: photographed(question, before), evidence: evidence(before) }),
				[piece],
			);
			onKept(said);
			if (said === null || said === "said-already") throw new Error("Nobody is signed in to keep a photo.");
			return said.entry;
		};

	/** Saves what was just taken. Resolves to null if it was not saved; then the screen says why. */
	async function keep(): Promise<Said | null> {
		if (capture.draft().parts.length === 0) return null;
		let kept: Said | null = null;
		await capture.save(
			store((said) => {
				kept = said;
			}),
			{ keepsText: false },
		);
		if (capture.draft().step === "saved") capture.dispatch({ type: "again" });
		return kept;
	}

	/** Saves what is typed and taken. Resolves to whether all of it was saved. */
	async function commit(): Promise<boolean> {
		await keep();
		if (capture.draft().parts.length > 0) return false;
		const parsed = readTyped(question, typed);
		if (!parsed.ok) {
			setFault(parsed.message);
			return false;
		}
		if (Object.keys(parsed.parts).length === 0) return true;
		return (await answer((before) => before)) !== null;
	}

	const leave = useEffectEvent(() => void commit());
	const hide = useEffectEvent(() => {
		// The browser may be killed before the page is visible again.
		if (document.visibilityState === "hidden") void keep();
	});
	useEffect(() => {
		const onHide = () => hide();
		document.addEventListener("visibilitychange", onHide);
		return () => document.removeEventListener("visibilitychange", onHide);
	}, []);
	useEffect(() => () => leave(), []);

	return {
		busy,
		fault,
		capture,
		taken,
		answer,
		keep,
		commit,
		clearFault: () => setFault(""),
		/** Takes a piece off the answer. It stays as evidence. */
		takeOff: (id: EvidenceId) =>
			void answer((before) => withChanges(before, { evidence: before.evidence.filter((one) => one !== id) })),
		/** Resolves to whether it was saved. */
		async sign(name: string, bytes: ArrayBuffer): Promise<Said | null> {
			const made = await signaturePiece(name, bytes, read.id);
			if (!made.ok) {
				await notify({ title: "Not saved", text: made.message });
				return null;
			}
			const { piece } = made;
			return answer(
				(before) => withChanges(before, { value: { type: "signature" }, evidence: [piece.body.id] }),
				[piece],
			);
		},
	};
}

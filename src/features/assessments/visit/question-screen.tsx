import { useEffect, useRef, useState } from "react";
import { ANSWER_EVIDENCE_LIMIT, ANSWER_NOTE_LIMIT, type AnswerValue } from "#contract/assessments/answers.ts";
import type { AssessmentDetail, Proposal } from "#contract/assessments/assessments.ts";
import { missingOf, standingIn } from "#contract/assessments/progress.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import type { Question } from "#contract/assessments/template.ts";
import type { ShownAssessment } from "#src/lib/assessments/assessment-shown.ts";
import { refusedAnswers } from "#src/lib/assessments/assessment-shown.ts";
import type { Typed } from "#src/lib/assessments/drafts/drafts.ts";
import { AnswerButton } from "#src/lib/assessments/fields/choice-buttons.tsx";
import { answerBefore } from "#src/lib/assessments/next-word.ts";
import { withChanges } from "#src/lib/assessments/typed-answer.ts";
import type { Said } from "#src/lib/assessments/use-answer.ts";
import { giveFiles } from "#src/lib/capture/give-files.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { AnswerEvidence } from "../answer-evidence.tsx";
import { AnswerFields } from "./answer-fields.tsx";
import { DiffersBox } from "./differs-box.tsx";
import { PhotoTray } from "./photo-tray.tsx";
import { ProposalsBox } from "./proposals-box.tsx";
import { Tools } from "./tools.tsx";
import { useQuestion } from "./use-question.ts";
import { VisitBar } from "./visit-bar.tsx";
import { WordsList } from "./words-list.tsx";

type Props = {
	shown: ShownAssessment;
	read: AssessmentDetail;
	entries: readonly Entry[];
	question: Question;
	proposals: readonly Proposal[];
	/** Scans contradict the answer. */
	isAgainst: boolean;
	typed: Typed;
	onTyped(change: { [K in keyof Typed]: Typed[K] | undefined }): void;
	onSaid(said: Said): void;
	onMove(to: "next" | "back" | "sections"): void;
	/** Goes on to the next question if nothing is missing in this one. */
	onAnswered(said: Said): void;
	saved: { text: string; onUndo(): void } | null;
	isFirst: boolean;
	isLast: boolean;
	/** Moves the focus to the question, because another one was on the screen before. */
	takesFocus: boolean;
};

/** One question, with everything needed to answer it within the thumb's reach. */
export function QuestionScreen(props: Props) {
	const {
		shown,
		read,
		entries,
		question,
		proposals,
		isAgainst,
		typed,
		onTyped,
		onSaid,
		onMove,
		onAnswered,
		saved,
		isFirst,
		isLast,
	} = props;
	const { can } = useScope();
	const heading = useRef<HTMLHeadingElement>(null);
	const { takesFocus } = props;
	useEffect(() => {
		if (!takesFocus) return;
		heading.current?.focus({ preventScroll: true });
		scrollTo({ top: 0, behavior: "instant" });
	}, [takesFocus]);
	const asked = useQuestion({ read, question, typed, onSaid });
	const words = shown.words.filter(({ questionId }) => questionId === question.id);
	const standing = standingIn(shown.standings, question.id);
	const before = answerBefore(words);
	const missing = missingOf(question, standing);
	const [noteOpen, setNoteOpen] = useState(false);
	const note = typed.note ?? before.note;
	const hasNote = noteOpen || note !== "";
	const taken = asked.taken.parts.length;
	const mayAddFiles = can("work") && before.evidence.length + taken < ANSWER_EVIDENCE_LIMIT;
	const goOn = (said: Said | null) => {
		if (said !== null) onAnswered(said);
	};
	const answer = async (value: AnswerValue) => goOn(await asked.answer((now) => withChanges(now, { value })));
	const confirm = async ({ answer: proposed }: Proposal) =>
		goOn(
			await asked.answer((now) => ({
				...proposed,
				note: now.note || proposed.note,
				evidence: [...new Set([...now.evidence, ...proposed.evidence])].slice(0, ANSWER_EVIDENCE_LIMIT),
			})),
		);
	const dictated = (text: string) => {
		const add = (now: string) => (now.trim() === "" ? text : `${now.trimEnd()} ${text}`);
		if (question.type !== "text") return onTyped({ note: add(note).slice(0, ANSWER_NOTE_LIMIT) });
		const value = before.value?.type === "text" ? before.value.text : "";
		onTyped({ text: add(typed.text ?? value) });
	};
	const next = async () => {
		if (await asked.commit()) onMove("next");
	};
	const leave = async (to: "back" | "sections") => {
		await asked.commit();
		onMove(to);
	};
	const kept = async () => {
		const said = await asked.keep();
		if (said !== null && (missing !== null || standing.status === "open")) onAnswered(said);
	};
	return (
		<form
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				void next();
			}}
			className="flex grow flex-col"
		>
			<div className="arrive">
				<h1 ref={heading} tabIndex={-1} className="wrap-anywhere font-semibold text-20">
					{question.text}
				</h1>
				{(question.hint !== "" || question.provision !== "" || question.optional) && (
					<p className="wrap-anywhere mt-1 max-w-[62ch] text-15 text-quiet">
						{[question.hint, question.provision, question.optional && "You may leave this out."]
							.filter(Boolean)
							.join(" ")}
					</p>
				)}
			</div>
			<div className="mt-3 grid gap-3">
				{standing.status === "differs" && (
					<DiffersBox
						assessmentId={shown.id}
						question={question}
						words={standing.words}
						entries={entries}
						onPick={async (word) => goOn(await asked.answer(() => word.answer))}
					/>
				)}
				<ProposalsBox
					question={question}
					standing={standing}
					proposals={proposals}
					isAgainst={isAgainst}
					onConfirm={(proposal) => void confirm(proposal)}
				/>
				{missing === "more" && (
					<p role="status" className="border-ink border-s-4 ps-3 font-medium text-15">
						{question.type === "photo"
							? "The photo is missing."
							: "Add a photo or a note that says more about it. You can also go on, and it stays on the list of what is missing."}
					</p>
				)}
				{refusedAnswers(entries, shown.id, question.id).map((entry) => (
					<WordNote
						key={entry.id}
						entry={entry}
						said={(entry.request.kind === "answer" && shownAnswer(question, entry.request.body.answer)) || "Answer"}
						about={question.text}
					/>
				))}
			</div>
			<div className="grid gap-2 pt-4 unhurried max-lg:mt-auto">
				<AnswerEvidence
					assessmentId={shown.id}
					ids={before.evidence}
					entries={entries}
					onRemove={can("work") ? asked.takeOff : undefined}
				/>
				<PhotoTray capture={asked.capture} draft={asked.taken} />
				{hasNote && (
					<TextArea
						id="answer-note"
						label="Note"
						rows={2}
						// The person has just asked for this.
						autoFocus={noteOpen}
						maxLength={ANSWER_NOTE_LIMIT}
						value={note}
						onChange={({ target }) => onTyped({ note: target.value })}
					/>
				)}
				<AnswerFields
					question={question}
					value={before.value}
					typed={typed}
					error={asked.fault}
					busy={asked.busy}
					onTyped={(change) => {
						asked.clearFault();
						onTyped(change);
					}}
					onAnswer={(value) => void answer(value)}
					onSigned={async (name, bytes) => {
						const said = await asked.sign(name, bytes);
						goOn(said);
						return said !== null;
					}}
				/>
				<AnswerButton
					label="Not seen"
					wide
					chosen={before.value?.type === "not-seen"}
					disabled={asked.busy}
					onTap={() => void answer({ type: "not-seen" })}
				/>
				{question.type !== "signature" && (
					// Keeps what is asked for in view.
					<div className={missing === "more" ? "order-first" : ""}>
						<Tools
							onFiles={mayAddFiles ? (files) => giveFiles(asked.capture, files, "Photo") : null}
							onRecorded={(given) => {
								asked.capture.give(given);
								void asked.keep();
							}}
							onNote={() => setNoteOpen(true)}
							onDictated={dictated}
						/>
					</div>
				)}
				<WordsList question={question} words={words} />
			</div>
			<VisitBar
				shown={shown}
				saved={saved}
				onBack={isFirst ? null : () => void leave("back")}
				onSections={() => void leave("sections")}
				next={
					taken > 0
						? { label: taken === 1 ? "Keep it" : `Keep all ${taken}`, onNext: () => void kept(), disabled: asked.busy }
						: { label: isLast ? "Finish" : "Next", onNext: () => void next(), disabled: asked.busy }
				}
			/>
		</form>
	);
}

import { type ReactNode, useRef, useState } from "react";
import { type AnswerSaid, NOT_APPLICABLE } from "#contract/questionnaires/answers.ts";
import { choiceFor } from "#contract/questionnaires/choice.ts";
import type { Proposal, Question, Questionnaire, QuestionState } from "#contract/questionnaires/questionnaires.ts";
import { ReasonDialog } from "#src/lib/words/reason-dialog.tsx";
import { useSay } from "#src/lib/words/use-say.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { StateBadge } from "#src/ui/state-badge.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { LibraryDialog } from "../library/library-dialog.tsx";
import { answerSaidText, pendingAnswer } from "../question-words.ts";
import { QUESTION_STATE_LABELS, sourceNow } from "../questionnaire-labels.ts";
import { AnswerBlock } from "./answer-block.tsx";
import { AnswerDialog } from "./answer-dialog.tsx";
import { ChoicePicker } from "./choice-picker.tsx";
import { CloseAnswers } from "./close-answers.tsx";

const SHAPES: Record<QuestionState, string> = {
	proposed: "M1 6c2-3.5 8-3.5 10 0-2 3.5-8 3.5-10 0zM6 5v2",
	"needs-person": "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5v3M6 8v.2",
	confirmed: "m1.5 6.5 3 3 6-7",
};

/** A question's state, as a word and a shape. */
const QuestionBadge = ({ state }: { state: QuestionState }) => (
	<StateBadge state={state} label={QUESTION_STATE_LABELS[state]} path={SHAPES[state]} />
);

type Props = {
	questionnaire: Pick<Questionnaire, "id" | "clientId">;
	/** Including answers that wait on this device. */
	question: Question;
	/** The values that its cell accepts; none if it accepts any text. */
	choices: readonly string[];
	/** Everything that questions refer to, by ID. */
	proposals: ReadonlyMap<string, Proposal>;
	words: readonly Entry[];
	/** Called when it is answered here: it then stays in view whatever the filter. */
	onSaid(id: string): void;
};

type Asking = "answer" | "not-applicable" | "library";

/** One question with its proposed or confirmed answer, and the actions on it, which work without a connection. */
export function QuestionCard({ questionnaire: { id, clientId }, question, choices, proposals, words, onSaid }: Props) {
	const { can } = useScope();
	const say = useSay();
	const card = useRef<HTMLElement>(null);
	const [asking, setAsking] = useState<Asking | null>(null);
	const [tapped, setTapped] = useState<string | null>(null);
	const { state, text, place, section, standing, answer, source, confirmed, inLibrary } = question;
	const since = sourceNow(question);
	const near = question.proposals.flatMap((one) => proposals.get(one) ?? []);
	const proposed = state === "proposed" ? near[0] : undefined;
	const pending = pendingAnswer(words, id, question);
	const hasList = choices.length > 0;
	const choice = tapped ?? (proposed ? (choiceFor(proposed.answer, choices) ?? "") : question.choice);
	const chosen = hasList && choice !== "" ? { choice } : {};
	const tell = async (said: AnswerSaid): Promise<boolean> => {
		onSaid(question.id);
		const body = {
			questionnaireId: id,
			answers: [{ questionId: question.id, textMark: question.textMark, said }],
		};
		const saved = await say({ kind: "questionnaire-answer", body }, clientId);
		if (saved) setTapped(null);
		// The pressed button is gone, so keyboard users continue from here.
		if (saved) card.current?.focus({ preventScroll: true });
		return saved;
	};
	const confirm = ({ mark }: Proposal) => void tell({ type: "confirm", mark, ...chosen });
	const confirmChoice = () => void tell({ type: "answer", text: choice, choice });
	return (
		<article ref={card} tabIndex={-1} aria-label={text} className="border-line border-b py-4">
			<p className="wrap-anywhere flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-quiet">
				<QuestionBadge state={state} />
				<bdi>{place}</bdi>
				{section !== "" && <bdi>{section}</bdi>}
			</p>
			<p className="wrap-anywhere mt-2 max-w-[62ch] whitespace-pre-line font-semibold text-15">
				<bdi>{text}</bdi>
			</p>
			{standing !== "" && (
				<p className="wrap-anywhere mt-1 max-w-[62ch] text-13 text-quiet">
					In the file: <bdi>{standing}</bdi>
				</p>
			)}
			<div className="mt-3 grid gap-3">
				{proposed && <AnswerBlock answer={proposed.answer} source={proposed.source} />}
				{state === "confirmed" && source && (
					<AnswerBlock answer={answer} source={source}>
						{source.type !== "person" && confirmed && confirmed.by !== "" && (
							<p className="wrap-anywhere text-13 text-quiet">Confirmed by {confirmed.by}</p>
						)}
						{since !== null && <p className="mt-1 font-medium text-13">{since} Look at it before you send the file.</p>}
					</AnswerBlock>
				)}
				{state === "confirmed" && hasList && (
					<p className="wrap-anywhere text-13 text-quiet">
						{question.choice === "" ? (
							"Nothing is chosen in the file’s list. Edit it to choose."
						) : (
							<>
								In the file’s list: <bdi className="font-semibold text-ink">{question.choice}</bdi>
								{!question.hasText && ". Only this goes into the file."}
							</>
						)}
					</p>
				)}
				{state !== "confirmed" && hasList && can("work") && (
					<ChoicePicker id={`choice-${question.id}`} choices={choices} choice={choice} onChoose={setTapped} />
				)}
				{pending && <WordNote entry={pending.entry} said={answerSaidText(pending, question.id)} about={text} />}
				{can("work") && (
					<Actions
						question={question}
						onConfirm={
							proposed ? () => confirm(proposed) : state === "needs-person" && tapped ? confirmChoice : undefined
						}
						onAnswer={() => setAsking("answer")}
						onNotApplicable={() => setAsking("not-applicable")}
						onNeedsPerson={() => void tell({ type: "needs-person" })}
					>
						{state === "confirmed" && !inLibrary && source?.type !== "library" && can("arrange") && (
							<TextButton
								aria-haspopup="dialog"
								aria-label={`Add to the library: ${text}`}
								onClick={() => setAsking("library")}
							>
								Add to the library
							</TextButton>
						)}
					</Actions>
				)}
				{state === "needs-person" && near.length > 0 && (
					<CloseAnswers near={near} about={text} onUse={can("work") ? confirm : undefined} />
				)}
			</div>
			{asking === "answer" && (
				<AnswerDialog
					question={question}
					choices={choices}
					answer={state === "confirmed" ? answer : (proposed?.answer ?? "")}
					choice={choice}
					onAnswer={(text, choice) => tell({ type: "answer", text, ...(hasList && choice !== "" && { choice }) })}
					onClose={() => setAsking(null)}
				/>
			)}
			{asking === "not-applicable" && (
				<ReasonDialog
					title="Not applicable"
					subtitle={text}
					label="Why, optional"
					hint="The customer reads it."
					button="Confirm “Not applicable”"
					limit={1_000}
					optional
					onReason={(why) =>
						tell({ type: "answer", text: why === "" ? `${NOT_APPLICABLE}.` : `${NOT_APPLICABLE}. ${why}` })
					}
					onClose={() => setAsking(null)}
				/>
			)}
			{asking === "library" && (
				<LibraryDialog about={{ type: "new", clientId, question: text, answer }} onClose={() => setAsking(null)} />
			)}
		</article>
	);
}

type ActionsProps = {
	question: Question;
	/** Undefined: nothing is proposed. */
	onConfirm: (() => void) | undefined;
	onAnswer(): void;
	onNotApplicable(): void;
	onNeedsPerson(): void;
	children: ReactNode;
};

function Actions({ question: { state, text }, onConfirm, children, ...on }: ActionsProps) {
	const isOpen = state === "needs-person";
	return (
		<div className="flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
			{onConfirm && (
				<Button variant="primary" aria-label={`Confirm: ${text}`} onClick={onConfirm}>
					Confirm
				</Button>
			)}
			<Button
				variant="secondary"
				aria-haspopup="dialog"
				aria-label={`${isOpen ? "Answer" : "Edit"}: ${text}`}
				onClick={on.onAnswer}
			>
				{isOpen ? "Answer" : "Edit"}
			</Button>
			{state !== "confirmed" && (
				<TextButton aria-haspopup="dialog" aria-label={`Not applicable: ${text}`} onClick={on.onNotApplicable}>
					Not applicable
				</TextButton>
			)}
			{!isOpen && (
				<TextButton aria-label={`Needs a person: ${text}`} onClick={on.onNeedsPerson}>
					Needs a person
				</TextButton>
			)}
			{children}
		</div>
	);
}

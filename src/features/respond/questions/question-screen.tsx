import { useEffect, useRef, useState } from "react";
import { ANSWER_NOTE_LIMIT, type Answer } from "#contract/assessments/answers.ts";
import { missingOf, standingIn } from "#contract/assessments/progress.ts";
import type { Question, Section } from "#contract/assessments/template.ts";
import { AnswerButton } from "#src/lib/assessments/fields/choice-buttons.tsx";
import { Button } from "#src/ui/button.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { answerOf, type KeptLink, type LinkStandings, progressOfSection } from "../kept/kept-link.ts";
import { ValueField } from "./value-field.tsx";

type Props = {
	link: KeptLink;
	stand: LinkStandings;
	section: Section;
	question: Question;
	/** Whether answers are taken at all. */
	open: boolean;
	/** Resolves to whether it was saved on the device. */
	onAnswer(answer: Answer): Promise<boolean>;
	/** Null: back to the sections. */
	onQuestion(id: string | null): void;
};

/** One question, with the previous and next ones within the thumb's reach. */
export function QuestionScreen({ link, stand, section, question, open, onAnswer, onQuestion }: Props) {
	const heading = useRef<HTMLHeadingElement>(null);
	const [unsaved, setUnsaved] = useState(false);
	/** How many changes are being saved. */
	const [saving, setSaving] = useState(0);
	const { questions } = progressOfSection(stand, section);
	const place = questions.findIndex(({ id }) => id === question.id);
	const [before, after] = [questions[place - 1], questions[place + 1]];
	const answer = answerOf(link, question.id);
	const missing = missingOf(question, standingIn(stand.standings, question.id));
	const isNotSeen = answer.value?.type === "not-seen";

	// A new question starts at its heading, also for screen readers.
	useEffect(() => {
		scrollTo({ top: 0, behavior: "instant" });
		heading.current?.focus({ preventScroll: true });
	}, []);

	const say = async (change: Partial<Answer>) => {
		const { source: _, ...own } = answer;
		setSaving((before) => before + 1);
		setUnsaved(!(await onAnswer({ ...own, ...change })));
		setSaving((before) => before - 1);
	};

	return (
		<article className="flex min-h-[calc(100dvh-7rem)] flex-col **:scroll-mb-28">
			<p className="text-15 text-quiet">
				{section.title} · {place + 1} of {questions.length}
			</p>
			<h1
				ref={heading}
				tabIndex={-1}
				className="wrap-anywhere mt-1 max-w-[40ch] font-semibold text-20 tracking-[-0.01em] outline-none"
			>
				{question.text}
			</h1>
			{(question.hint !== "" || question.provision !== "") && (
				<p className="wrap-anywhere mt-2 max-w-[60ch] text-15 text-quiet">
					{question.hint} <span className="inline-block text-13">{question.provision}</span>
				</p>
			)}
			<fieldset disabled={!open} className="mt-5 grid max-w-xl gap-5">
				<legend className="sr-only">Your answer</legend>
				<ValueField
					// Resets the typed text when the current answer is not the typed one.
					key={isNotSeen ? "not-seen" : "value"}
					question={question}
					value={answer.value}
					disabled={!open}
					onValue={(value) => void say({ value })}
				/>
				<div>
					<AnswerButton
						label="I cannot answer this"
						chosen={isNotSeen}
						disabled={!open}
						wide
						onTap={() => void say({ value: isNotSeen ? null : { type: "not-seen" } })}
					/>
					{answer.value !== null && !isNotSeen && (
						<TextButton onClick={() => void say({ value: null })}>Clear the answer</TextButton>
					)}
				</div>
				<TextArea
					id="respond-note"
					name="note"
					label={missing === "more" ? "Note (needed here)" : "Note (optional)"}
					hint={
						missing === "more" ? "Please say more: what is missing, and what you plan." : "Anything that explains it."
					}
					rows={3}
					maxLength={ANSWER_NOTE_LIMIT}
					defaultValue={answer.note}
					onChange={({ target }) => void say({ note: target.value.trim() })}
				/>
			</fieldset>
			<div className="sticky bottom-0 mt-auto bg-paper pt-4 pb-[env(safe-area-inset-bottom)]">
				{/* Hidden rather than removed while it is not true yet: otherwise it would be announced at each keystroke. */}
				<p role="status" aria-busy={saving > 0} className="text-13 text-quiet transition-opacity aria-busy:opacity-0">
					{unsaved
						? "This device could not save your answer. It is on the screen only; send the part before you leave."
						: answer.value !== null || answer.note !== ""
							? "Saved on this device."
							: ""}
				</p>
				<nav
					aria-label="Questions"
					className="flex flex-wrap items-center justify-between gap-3 border-line border-t py-3"
				>
					<Button variant="secondary" onClick={() => onQuestion(before?.id ?? null)}>
						{before ? "Back" : "Sections"}
					</Button>
					{before && (
						<Button variant="plain" onClick={() => onQuestion(null)}>
							Sections
						</Button>
					)}
					<Button variant="primary" onClick={() => onQuestion(after?.id ?? null)}>
						{after ? "Next" : "Done with this section"}
					</Button>
				</nav>
			</div>
		</article>
	);
}

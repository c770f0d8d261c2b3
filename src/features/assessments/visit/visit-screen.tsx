import { useEffect, useMemo, useRef, useState } from "react";
import type { AnswerWord } from "#contract/assessments/answers.ts";
import type { AssessmentDetail } from "#contract/assessments/assessments.ts";
import { contradictionsOf } from "#contract/assessments/contradictions.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import type { Question } from "#contract/assessments/template.ts";
import type { EntryId } from "#contract/ids.ts";
import { assessmentShown, type ShownAssessment } from "#src/lib/assessments/assessment-shown.ts";
import { type Drafts, type Typed, withoutTyped, withTyped } from "#src/lib/assessments/drafts/drafts.ts";
import { useDrafts } from "#src/lib/assessments/drafts/use-drafts.ts";
import { afterQuestion, questionShown } from "#src/lib/assessments/next-question.ts";
import { proposalsFor } from "#src/lib/assessments/proposals.ts";
import { currentMe, type Said, useAnswer } from "#src/lib/assessments/use-answer.ts";
import { useProposals } from "#src/lib/assessments/use-proposals.ts";
import { useWakeLock } from "#src/lib/device/use-wake-lock.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { orSayWhy } from "#src/lib/words/in-turn.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { hangingOn } from "#src/outbox/order/hanging.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { type AssessmentAddress, assessmentPath } from "../assessment-address.ts";
import { QuestionScreen } from "./question-screen.tsx";
import { SealedNote } from "./sealed-note.tsx";
import { SectionsList } from "./sections-list.tsx";
import { useSwipe } from "./use-swipe.ts";

/** Warns, before an answer changes, what that does to signatures. */
function SignedWarning({ shown }: { shown: ShownAssessment }) {
	const [standing] = shown.signOffs.filter(({ voidedAt }) => voidedAt === null);
	if (!standing) return null;
	const names = standing.signers.map(({ name }) => name).join(", ");
	return (
		<p role="status" className="wrap-anywhere mb-3 border-ink border-s-4 ps-3 text-15">
			Signed by <bdi>{names}</bdi>. A change makes revision {standing.revision + 1}, and the signatures no longer count.
		</p>
	);
}

type Props = {
	read: AssessmentDetail;
	/** Milliseconds. */
	readAt: number;
	entries: readonly Entry[];
	/** From the address. Empty: where the person left off. */
	wanted: string;
	go(to: AssessmentAddress): void;
};

const NOTHING_TYPED: Typed = {};

/**
 * Discards an entry that was never sent. After an attempt, the server may have it, even if no answer came back. What came after it, such
 * as a sign-off, would go with it, and no one asked for that.
 */
async function discardUntried(id: EntryId): Promise<boolean> {
	const { entries } = await browserOutbox().contents();
	const entry = entries.find((one) => one.id === id);
	if (entry?.attempts !== 0 || hangingOn([id], entries).length > 0) return false;
	return Array.isArray(await browserOutbox().discard(id));
}

/** The questions of an assessment, one per screen. */
export function VisitScreen(props: Props) {
	const { drafts, change } = useDrafts(props.read.id);
	// For a moment, until the device has read where the person left off.
	if (drafts === null) return null;
	return <Visit {...props} drafts={drafts} change={change} />;
}

type VisitProps = Props & { drafts: Drafts; change(by: (now: Drafts) => Drafts): void };

function Visit({ read, readAt, entries, wanted, go, drafts, change }: VisitProps) {
	const say = useAnswer(read);
	const [fresh, setFresh] = useState<readonly AnswerWord[]>([]);
	const [last, setLast] = useState<Exclude<Said, "said-already"> | null>(null);
	const [choosing, setChoosing] = useState(false);
	const proposals = useProposals(read);
	const { accountId, name } = currentMe();
	const shown = useMemo(
		() => assessmentShown(read, entries, readAt, { accountId, name }, fresh),
		[read, entries, readAt, accountId, name, fresh],
	);
	const contradicted = useMemo(
		() => new Set(contradictionsOf(read.template, shown.standings, proposals).map((one) => one.question.id)),
		[read.template, shown.standings, proposals],
	);
	const question = questionShown(shown.questions, wanted, { at: drafts.at, missing: shown.progress.missing });
	const { id } = question;
	const first = useRef(id);
	useWakeLock(true);
	const swipe = useSwipe(() => setChoosing(true));

	useEffect(() => {
		if (wanted !== id) go({ shows: "visit", question: id });
		change((now) => (now.at === id ? now : { ...now, at: id }));
	});

	const show = (to: Question | null) => go(to ? { shows: "visit", question: to.id } : { shows: "overview" });
	const place = shown.questions.findIndex((one) => one.id === id);

	function move(to: "next" | "back" | "sections"): void {
		if (to === "back") show(shown.questions[place - 1] ?? question);
		else if (to === "next") show(afterQuestion(read.template, shown.words, question).next);
		else setChoosing(true);
	}

	function moveAfter(after: Said): void {
		const word = after === "said-already" ? [] : [after.word];
		const { lacks, next } = afterQuestion(read.template, [...shown.words, ...word], question);
		// Tells the person what is missing before they move on, but does not stop them.
		if (!lacks) show(next);
	}

	async function undo({ word, before, entry }: Exclude<Said, "said-already">): Promise<void> {
		setLast(null);
		const isGone = await discardUntried(entry).catch(() => false);
		setFresh((now) => now.filter((one) => one.id !== word.id));
		// If it may have been sent already, sends the earlier answer again.
		if (!isGone) await orSayWhy(say(word.questionId, () => before));
		go({ shows: "visit", question: word.questionId });
	}

	const onSaid = (said: Said) => {
		change((now) => withoutTyped(now, id));
		if (said === "said-already") return;
		setFresh((now) => [...now, said.word]);
		// A photo is removed where it is shown.
		setLast(said.word.answer.evidence.length > said.before.evidence.length ? null : said);
	};
	const lastQuestion = last && shown.questions.find((one) => one.id === last.word.questionId);
	const section = read.template.sections.find(({ questions }) => questions.some((one) => one.id === id));
	return (
		<div
			{...swipe}
			data-fills=""
			className="frame w-full grow touch-pan-y touch-pinch-zoom pt-2 max-lg:flex max-lg:flex-col max-md:-mb-4 lg:grid lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-x-10 lg:pt-6"
		>
			<nav
				aria-label="Sections"
				className="hidden self-start lg:sticky lg:top-20 lg:block lg:max-h-[80dvh] lg:overflow-y-auto"
			>
				<SectionsList shown={shown} at={id} onQuestion={(to) => go({ shows: "visit", question: to })} />
			</nav>
			<div className="flex min-w-0 grow flex-col lg:max-w-[42rem]">
				<p className="wrap-anywhere flex flex-wrap items-center justify-between gap-x-4 text-13 text-quiet tabular-nums">
					<Link to={assessmentPath(read.id)} className="inline-flex min-h-11 items-center">
						<bdi>{read.title}</bdi>
					</Link>
					<span>
						{section?.title}, {place + 1} of {shown.questions.length}
					</span>
				</p>
				<progress
					aria-label="Progress"
					max={shown.asked}
					value={shown.answered}
					className="mb-3 h-1 w-full appearance-none border-0 bg-line [&::-moz-progress-bar]:bg-ink [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink"
				/>
				<SealedNote entries={entries} />
				<SignedWarning shown={shown} />
				<QuestionScreen
					key={id}
					shown={shown}
					read={read}
					entries={entries}
					question={question}
					proposals={proposalsFor(proposals, id)}
					isAgainst={contradicted.has(id)}
					typed={drafts.typed[id] ?? NOTHING_TYPED}
					onTyped={(typed) => change((now) => withTyped(now, id, typed))}
					onSaid={onSaid}
					onMove={move}
					onAnswered={moveAfter}
					saved={
						last && lastQuestion
							? {
									text: `Saved: ${shownAnswer(lastQuestion, last.word.answer) || "Taken back"}`,
									onUndo: () => void undo(last),
								}
							: null
					}
					isFirst={place <= 0}
					isLast={place === shown.questions.length - 1}
					takesFocus={first.current !== id}
				/>
			</div>
			{choosing && (
				<Modal
					title="Sections"
					subtitle={`${shown.answered} of ${shown.asked} answered`}
					onClose={() => setChoosing(false)}
				>
					<SectionsList
						shown={shown}
						at={id}
						onQuestion={(to) => {
							setChoosing(false);
							go({ shows: "visit", question: to });
						}}
					/>
				</Modal>
			)}
		</div>
	);
}

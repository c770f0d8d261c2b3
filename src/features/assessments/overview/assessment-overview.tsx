import { contradictionsOf } from "#contract/assessments/contradictions.ts";
import { standingIn } from "#contract/assessments/progress.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import { afterAnswer, afterSigning } from "#contract/assessments/state.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { MISSING_LABELS, progressTexts } from "#src/lib/assessments/assessment-labels.ts";
import type { ShownAssessment } from "#src/lib/assessments/assessment-shown.ts";
import { AssessmentStateBadge } from "#src/lib/assessments/assessment-state-badge.tsx";
import { assessmentPdfUrl } from "#src/lib/assessments/assessments-api.ts";
import { useProposals } from "#src/lib/assessments/use-proposals.ts";
import { FileLink } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { EvidenceAbout } from "#src/lib/evidence/evidence-section.tsx";
import { OpenTasks } from "#src/lib/tasks/open-tasks.tsx";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Section } from "#src/ui/page/section.tsx";
import { THUMB_ACTION, ThumbBar } from "#src/ui/page/thumb-bar.tsx";
import { signingPath, visitPath } from "../assessment-address.ts";
import { LinksSection } from "../links/links-section.tsx";
import { SealedNote } from "../visit/sealed-note.tsx";
import { AnswersSection } from "./answers-section.tsx";
import { Moves } from "./moves.tsx";
import { QuestionLinks } from "./question-links.tsx";
import { SignOffsSection } from "./sign-offs-section.tsx";

type Props = {
	shown: ShownAssessment;
	entries: readonly Entry[];
	/** The outbox entry that carries it, if the server does not have it yet. */
	begun: Entry | null;
};

/** An assessment in full: what is missing, its status, and what follows from it. */
export function AssessmentOverview({ shown, entries, begun }: Props) {
	const { scope, can } = useScope();
	const online = useOnline();
	const against = contradictionsOf(shown.template, shown.standings, useProposals(shown));
	const { id, subject, state, stateReason, startedAt, startedBy, revision, progress, standings, signOffs, waiting } =
		shown;
	const takesAnswers = afterAnswer(state) !== null && can("answer");
	const maySign = afterSigning(state) !== null && can("work");
	const detailOf = (questionId: Parameters<typeof standingIn>[1]) => {
		const standing = standingIn(standings, questionId);
		const question = shown.questions.find((one) => one.id === questionId);
		return question && standing.status === "answered" ? shownAnswer(question, standing.word.answer) : "";
	};
	return (
		<div className={takesAnswers ? "pb-20 md:pb-0" : ""}>
			<p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-15 tabular-nums">
				<AssessmentStateBadge state={state} />
				{progressTexts(shown).map((text) => (
					<span key={text}>{text}</span>
				))}
				{progress.percent !== null && <span>{progress.percent} % in place</span>}
			</p>
			{subject !== "" && (
				<p className="wrap-anywhere mt-2 text-17">
					<bdi>{subject}</bdi>
				</p>
			)}
			{state === "returned" && stateReason !== "" && (
				<p className="wrap-anywhere mt-2 max-w-[62ch] whitespace-pre-line border-ink border-s-4 ps-3 text-15">
					{stateReason}
				</p>
			)}
			<p className="mt-2 text-13 text-quiet tabular-nums">
				Begun {timeText(startedAt)} by <bdi>{startedBy.name}</bdi>
				{revision > 1 && `, revision ${revision}`}
			</p>
			<div className="mt-3 grid gap-3">
				<SealedNote entries={entries} />
				{begun && <WordNote entry={begun} said="New assessment" about={shown.title} />}
				{waiting > 0 && (
					<p role="status" className="text-15">
						{counted(waiting, "entry", "entries")} on this device,{" "}
						<Link to="/dashboard/outbox">waiting to be sent</Link>
					</p>
				)}
			</div>
			<div className="mt-2 flex flex-wrap items-center gap-x-5 print:hidden">
				{takesAnswers && (
					<ThumbBar>
						<Link to={visitPath(id, null)} className={THUMB_ACTION}>
							{state === "draft"
								? "Begin"
								: signOffs.some(({ voidedAt }) => voidedAt === null)
									? "Open the questions"
									: "Continue"}
						</Link>
					</ThumbBar>
				)}
				{maySign && (
					<Link to={signingPath(id)} className="inline-flex min-h-11 items-center text-15">
						Sign
					</Link>
				)}
				{can("work") && <Moves shown={shown} />}
				{begun === null &&
					(online ? (
						<FileLink
							href={assessmentPdfUrl(id, scope)}
							download=""
							className="inline-flex min-h-11 items-center text-15"
						>
							PDF
						</FileLink>
					) : (
						<span className="inline-flex min-h-11 items-center text-15 text-quiet">
							PDF: when there is a connection
						</span>
					))}
			</div>
			<RoleNote permission="answer" what="answer assessments" />
			<QuestionLinks
				id="differing"
				heading="Two answers"
				assessmentId={id}
				rows={progress.missing.flatMap(({ question, why }) => (why === "pick" ? { question, detail: "Pick one" } : []))}
			/>
			<QuestionLinks
				id="against"
				heading="Scans speak against these answers"
				assessmentId={id}
				rows={against.map(({ question }) => ({ question, detail: detailOf(question.id) }))}
			/>
			<QuestionLinks
				id="gaps"
				heading="Gaps"
				assessmentId={id}
				rows={progress.gaps.map(({ question }) => ({ question, detail: detailOf(question.id) }))}
			/>
			<QuestionLinks
				id="missing"
				heading="Missing"
				assessmentId={id}
				rows={progress.missing.flatMap(({ question, why }) =>
					why === "pick" ? [] : { question, detail: MISSING_LABELS[why] },
				)}
			/>
			<SignOffsSection signOffs={signOffs} />
			<AnswersSection shown={shown} entries={entries} />
			{begun === null && <LinksSection assessment={shown} />}
			<Section id="tasks" heading="Tasks">
				<OpenTasks filter={{ assessment: id }} words={entries} />
			</Section>
			<Section id="collected" heading="Evidence">
				<EvidenceAbout about={{ type: "assessment", id }} />
			</Section>
		</div>
	);
}

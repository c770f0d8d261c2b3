import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ControlDetail } from "#contract/controls/controls.ts";
import type { ControlTest } from "#contract/controls/tests.ts";
import { dayText } from "#contract/format/time.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { cadenceText, specText, TEST_KIND_LABELS } from "#src/lib/controls/control-labels.ts";
import { changeTest, controlQuery } from "#src/lib/controls/controls-api.ts";
import { daysUntil, dueText } from "#src/lib/days/due-days.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { pendingWord, wordsAhead } from "#src/lib/words/words.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { RunDialog } from "./run-dialog.tsx";
import { resultOf } from "./run-draft.ts";
import { RESULT_LABELS, RunStrip } from "./run-marks.tsx";
import { RunText } from "./run-text.tsx";
import { SpecDetails } from "./spec-details.tsx";

type Props = {
	control: ControlDetail;
	test: ControlTest;
	words: readonly Entry[];
	/** When the control was read, in milliseconds. */
	readAt: number;
};

/** One test: what it looks at, its newest runs, and when it is due. */
export function TestCard({ control, test, words, readAt }: Props) {
	const { id, title, spec, everyDays, active, nextDue, runs } = test;
	const queries = useQueryClient();
	const { can, scope } = useScope();
	const online = useOnline();
	const now = useNow();
	const [running, setRunning] = useState(false);
	const { state, submit } = useSubmission();
	const ahead = wordsAhead(words, "test-run", readAt).some(({ body }) => body.testId === id);
	const pending = pendingWord(words, "test-run", ({ testId }) => testId === id);
	const [newest] = runs;
	const overdue = nextDue !== null && now > 0 && daysUntil(nextDue, now) < 0;
	const pause = () =>
		submit(async () => {
			const detail = await changeTest(control.id, id, { active: !active }, scope);
			queries.setQueryData(controlQuery(control.id, scope).queryKey, detail);
			void refreshCompliance(queries);
		});
	return (
		<article aria-labelledby={`test-${id}`} className="rounded-card border border-line-strong bg-raised p-4">
			<h3 id={`test-${id}`} className="wrap-anywhere font-semibold text-17">
				<bdi>{title}</bdi>
			</h3>
			<p className="wrap-anywhere mt-0.5 text-13 text-quiet">
				{TEST_KIND_LABELS[spec.kind]}, {cadenceText(everyDays)} · <bdi>{specText(spec)}</bdi>
			</p>
			<p className={`mt-1 text-15 tabular-nums ${overdue ? "font-semibold" : ""}`}>
				{nextDue === null
					? "Paused"
					: `${overdue ? "Was due" : "Next due"} ${now > 0 ? `${dueText(nextDue, now)}, ` : ""}${dayText(nextDue)}`}
			</p>
			<div className="mt-3">
				{runs.length === 0 && !ahead ? (
					<p className="text-15 text-quiet">Never run.</p>
				) : (
					<RunStrip test={title} runs={runs} waiting={ahead} />
				)}
			</div>
			{newest && (
				<div className="mt-2">
					<RunText run={newest} />
				</div>
			)}
			{pending && (
				<div className="mt-3">
					<WordNote
						entry={pending.entry}
						said={`Run: ${RESULT_LABELS[resultOf(pending.body)].toLowerCase()}`}
						about={title}
					/>
				</div>
			)}
			<SpecDetails spec={spec} />
			<SubmissionFailure title="Not changed" state={state} />
			<div className="mt-2 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
				{can("work") && active && spec.kind !== "scan" && (
					<Button variant="secondary" dense aria-haspopup="dialog" onClick={() => setRunning(true)}>
						Run it now
					</Button>
				)}
				{can("work") && active && spec.kind === "scan" && (
					<Link to="/dashboard/scans" className="inline-flex min-h-11 items-center text-15">
						Start or schedule a scan
					</Link>
				)}
				{can("arrange") && (
					<TextButton
						disabled={!online || state.status === "submitting"}
						aria-label={`${active ? "Pause" : "Take up again"}: ${title}`}
						onClick={() => void pause()}
					>
						{active ? "Pause" : "Take up again"}
					</TextButton>
				)}
			</div>
			{running && <RunDialog control={control} test={test} onClose={() => setRunning(false)} />}
		</article>
	);
}

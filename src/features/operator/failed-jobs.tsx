import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { FailedJob, FailedJobQuery } from "#contract/operator/operator.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { Button } from "#src/ui/button.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { TimeText } from "#src/ui/time-text.tsx";
import { ActionDialog } from "./action-dialog.tsx";
import { failedJobsQuery, retryJobs } from "./operator-api.ts";
import { OPERATOR_DATA } from "./operator-data.tsx";
import { jobLabel } from "./operator-labels.ts";

function Row({ job, onRetry }: { job: FailedJob; onRetry(): void }) {
	const { state, tries, nextTryAt, failedAt, reason, mailbox, mayRetry } = job;
	const label = jobLabel(job);
	return (
		<li className="border-line border-b py-3 text-15">
			<div className="flex items-start justify-between gap-4">
				<div className="min-w-0">
					<p className="font-semibold">{label}</p>
					{mailbox && <p className="wrap-anywhere text-13 text-quiet">To {mailbox}</p>}
				</div>
				{mayRetry && (
					<div className="-my-2.5 flex-none">
						<TextButton
							aria-haspopup="dialog"
							aria-label={`Try again now: ${label}${mailbox ? `, ${mailbox}` : ""}`}
							onClick={onRetry}
						>
							Try now
						</TextButton>
					</div>
				)}
			</div>
			<p className="mt-1 wrap-anywhere">{reason ?? "Why it failed is not known."}</p>
			<p className="mt-1 text-13 text-quiet">
				{counted(tries, "try", "tries")}
				{failedAt && (
					<>
						, the last <TimeText at={failedAt} />
					</>
				)}
				.{" "}
				{state === "failed"
					? mayRetry
						? "It will not be tried again automatically."
						: "It cannot be tried again."
					: nextTryAt && (
							<>
								Next try <TimeText at={nextTryAt} />.
							</>
						)}
			</p>
		</li>
	);
}

type Words = { one: string; many: string; none: string };

/** Jobs that failed and will be retried, or failed for good. */
export function FailedJobs({ of, words }: { of: FailedJobQuery["of"]; words: Words }) {
	const reading = useQuery(failedJobsQuery(of));
	const [asked, setAsked] = useState<FailedJob[] | null>(null);
	return (
		<AccountData {...OPERATOR_DATA} what={`failed ${words.many}`} reading={reading}>
			{({ jobs, total }) => {
				const retryable = jobs.filter(({ mayRetry }) => mayRetry);
				return (
					<>
						{jobs.length === 0 && <p className="text-15">{words.none}</p>}
						{retryable.length > 1 && (
							<div className="mb-4">
								<Button variant="secondary" aria-haspopup="dialog" onClick={() => setAsked(retryable)}>
									Try all {retryable.length} now
								</Button>
							</div>
						)}
						<ul className="border-line border-t empty:hidden">
							{jobs.map((job) => (
								<Row key={job.jobId} job={job} onRetry={() => setAsked([job])} />
							))}
						</ul>
						{total > jobs.length && (
							<p className="mt-3 text-15">
								The newest {jobs.length} of {total.toLocaleString("en")} are listed.
							</p>
						)}
						{asked && (
							<ActionDialog
								title={
									asked.length === 1
										? `Try this ${words.one} again now?`
										: `Try ${asked.length} ${words.many} again now?`
								}
								{...(asked.length === 1 && asked[0] && { subtitle: jobLabel(asked[0]) })}
								labels={{ yes: "Try now", no: "Wait", failed: "Not tried" }}
								onClose={() => setAsked(null)}
								run={async () => {
									const { retried } = await retryJobs(asked.map(({ jobId }) => jobId));
									return {
										title: `${counted(retried, words.one, words.many)} tried again`,
										text: "Any that fail again reappear here within seconds.",
									};
								}}
							>
								<p>Do this once the cause is fixed. Each further failure means a longer wait before the next try.</p>
							</ActionDialog>
						)}
					</>
				);
			}}
		</AccountData>
	);
}

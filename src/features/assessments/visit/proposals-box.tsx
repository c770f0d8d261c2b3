import type { AnswerStanding } from "#contract/assessments/answers.ts";
import type { Proposal } from "#contract/assessments/assessments.ts";
import { shownAnswer } from "#contract/assessments/shown-answer.ts";
import type { Question } from "#contract/assessments/template.ts";
import { dayText } from "#contract/format/time.ts";
import { type ProposalStanding, proposalStanding } from "#src/lib/assessments/proposals.ts";
import { Button } from "#src/ui/button.tsx";
import { ShapeMark } from "#src/ui/shape-mark.tsx";

const AGAINST = "M6 1.5 11 10.5H1zM6 5v2.5M6 9v.1";

function headOf({ answer: { source } }: Proposal, standing: ProposalStanding): string {
	const observed = source.from === "observation";
	switch (standing) {
		case "proposed":
			return observed ? "Scans observed" : "Last time";
		case "same":
			return observed ? "Scans observed the same" : "The same as last time";
		case "against":
			return "Scans speak against this answer";
		case "other":
			return observed ? "Scans observed" : "Another answer than last time";
	}
}

type OneProps = { question: Question; proposal: Proposal; standing: ProposalStanding; onConfirm(): void };

function OneProposal({ question, proposal, standing, onConfirm }: OneProps) {
	const { answer, label } = proposal;
	const { source } = answer;
	const text = shownAnswer(question, answer);
	return (
		<li
			data-proposal={standing}
			className={`wrap-anywhere flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-s-4 ps-3 text-15 ${standing === "against" ? "border-ink" : "border-line-strong"}`}
		>
			<div className="min-w-0 grow basis-48">
				<p className={standing === "against" ? "flex items-center gap-1.5 font-semibold" : "text-13 text-quiet"}>
					{standing === "against" && <ShapeMark path={AGAINST} />}
					{headOf(proposal, standing)}
				</p>
				{standing !== "same" && <p className="font-semibold">{text}</p>}
				{source.from === "observation" && <p className="text-13">{source.text}</p>}
				{standing !== "same" && answer.note !== "" && <p className="whitespace-pre-line text-13">{answer.note}</p>}
				<p className="text-13 text-quiet tabular-nums">
					<bdi>{label}</bdi>, {dayText(source.at)}
				</p>
			</div>
			{standing !== "same" && (
				<Button
					variant="secondary"
					aria-label={`${standing === "proposed" ? "Confirm" : "Use it"}: ${text}`}
					onClick={onConfirm}
				>
					{standing === "proposed" ? "Confirm" : "Use it"}
				</Button>
			)}
		</li>
	);
}

type Props = {
	question: Question;
	standing: AnswerStanding;
	proposals: readonly Proposal[];
	/** Scans contradict the answer. */
	isAgainst: boolean;
	onConfirm(proposal: Proposal): void;
};

/** What scans observed and the last assessment's answer, beside the current one. A person confirms with one tap. */
export function ProposalsBox({ question, standing, proposals, isAgainst, onConfirm }: Props) {
	if (proposals.length === 0) return null;
	return (
		<ul aria-label="Proposals" className="grid gap-3">
			{proposals.map((proposal) => (
				<OneProposal
					key={`${proposal.answer.source.from} ${proposal.label}`}
					question={question}
					proposal={proposal}
					standing={proposalStanding(proposal, standing, isAgainst)}
					onConfirm={() => onConfirm(proposal)}
				/>
			))}
		</ul>
	);
}

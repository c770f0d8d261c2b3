import { FINDING_OUTCOMES, type FindingOutcome, type OutcomeCounts } from "#contract/frameworks/effectiveness.ts";

const OUTCOME_LABELS: Record<FindingOutcome, string> = {
	"fixed-in-time": "Fixed in time",
	"fixed-late": "Fixed late",
	open: "Open, not yet due",
	overdue: "Overdue",
	accepted: "Accepted",
	"false-positive": "False positive",
};

/** How findings turned out, as numbers. */
export function Population({ counts, label }: { counts: OutcomeCounts; label: string }) {
	return (
		<ul aria-label={label} className="grid grid-cols-[repeat(auto-fit,minmax(min(7.5rem,100%),1fr))] gap-x-4 gap-y-3">
			{FINDING_OUTCOMES.map((outcome) => (
				<li key={outcome} className={counts[outcome] === 0 ? "text-quiet" : ""}>
					<span className="block font-semibold text-26 leading-none tabular-nums">
						{counts[outcome].toLocaleString("en")}
					</span>
					<span className="mt-1 block text-13">{OUTCOME_LABELS[outcome]}</span>
				</li>
			))}
		</ul>
	);
}

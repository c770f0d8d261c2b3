import type { ReactNode } from "react";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { auditorAnswer, changedAnswer, dueAnswer } from "./answers.ts";
import { useComplianceOverview } from "./use-compliance-overview.ts";

const ROW =
	"block min-h-11 border-line border-t py-2 text-ink no-underline hover:bg-raised md:border-s md:border-t-0 md:px-4";

const Answer = ({ href, question, children }: { href: string; question: string; children: ReactNode }) => (
	<li>
		<a href={href} className={ROW}>
			<span className="block text-13 text-quiet">{question}</span>
			<span className="block font-semibold text-15 leading-snug tabular-nums">{children}</span>
		</a>
	</li>
);

/** One line per answer, on a phone's first screen; each links to a list further down. One quiet line until a framework is chosen. */
export function ComplianceAnswers() {
	const overview = useComplianceOverview();
	const now = useNow();
	if (!overview) return null;
	if (!overview.begun) {
		return (
			<p className="mb-8 text-15 text-quiet">
				Do you have to show that you follow a standard or a law?{" "}
				<Link to="/dashboard/compliance">Choose a framework</Link>
			</p>
		);
	}
	return (
		<ul aria-label="Compliance in short" className="mb-8 grid md:grid-cols-3">
			<Answer href="#changed" question="What changed">
				{changedAnswer(overview)}
			</Answer>
			<Answer href="#due" question="What is due">
				{dueAnswer(overview, now)}
			</Answer>
			<Answer href="#auditor" question="What an auditor would find">
				{auditorAnswer(overview)}
			</Answer>
		</ul>
	);
}

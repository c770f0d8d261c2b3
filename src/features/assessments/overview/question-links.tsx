import type { Question } from "#contract/assessments/template.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { visitPath } from "../assessment-address.ts";

/** How many are shown at once. */
const SHOWN = 6;

type Row = { question: Question; detail: string };

function Rows({ assessmentId, rows }: { assessmentId: string; rows: readonly Row[] }) {
	return (
		<ul>
			{rows.map(({ question, detail }) => (
				<li key={question.id} className="border-line border-t">
					<Link
						to={visitPath(assessmentId, question.id)}
						className="wrap-anywhere flex min-h-11 flex-wrap items-center justify-between gap-x-4 py-1 text-15 text-ink no-underline hover:underline"
					>
						<span className="min-w-0">{question.text}</span>
						<span className="text-13 text-quiet">{detail}</span>
					</Link>
				</li>
			))}
		</ul>
	);
}

type Props = { id: string; heading: string; assessmentId: string; rows: readonly Row[] };

/** Links to the questions that need something. Renders nothing if there are none. */
export function QuestionLinks({ id, heading, assessmentId, rows }: Props) {
	if (rows.length === 0) return null;
	const [first, more] = [rows.slice(0, SHOWN), rows.slice(SHOWN)];
	return (
		<Section id={id} heading={`${heading} (${rows.length})`}>
			<Rows assessmentId={assessmentId} rows={first} />
			{more.length > 0 && (
				<details>
					<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
						{more.length} more
					</summary>
					<Rows assessmentId={assessmentId} rows={more} />
				</details>
			)}
		</Section>
	);
}

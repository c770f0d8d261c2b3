import type { TestSpec } from "#contract/controls/tests.ts";
import { classText } from "#src/lib/controls/class-text.ts";
import { timeToFixText } from "#src/lib/controls/time-to-fix-text.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";

/** What a test looks at, in full. Collapsed, because people read it once. */
export function SpecDetails({ spec }: { spec: TestSpec }) {
	if (spec.kind !== "scan" && spec.kind !== "checklist") return null;
	return (
		<details className="mt-2 text-15">
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-accent underline underline-offset-4">
				{spec.kind === "scan" ? "What it looks for" : "Its questions"}
			</summary>
			{spec.kind === "checklist" ? (
				<ol className="list-decimal ps-6">
					{spec.questions.map((question) => (
						<li key={question} className="wrap-anywhere py-1">
							{question}
						</li>
					))}
				</ol>
			) : (
				<>
					<ul className="flex flex-wrap gap-x-4 gap-y-1">
						{spec.classes.map((one) => (
							<li key={one}>{classText(one)}</li>
						))}
					</ul>
					{spec.hosts.length > 0 && (
						<p className="wrap-anywhere mt-2 font-mono text-13">
							<bdi>{spec.hosts.join(", ")}</bdi>
						</p>
					)}
					{spec.timeToFix && (
						<p className="mt-2 text-13 text-quiet">
							An open finding fails it. Time to fix: {timeToFixText(spec.timeToFix)}.{" "}
							<Link to="/dashboard/settings/workspace#time-to-fix">Change it for the workspace</Link>
						</p>
					)}
				</>
			)}
		</details>
	);
}

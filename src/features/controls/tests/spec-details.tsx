import type { TestSpec } from "#contract/controls/tests.ts";
import { classText } from "#src/lib/controls/class-text.ts";

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
					<p className="mt-2 text-13 text-quiet">
						A finding has to be fixed within {spec.timeToFix.high} days if it is high, {spec.timeToFix.medium} if
						medium, {spec.timeToFix.low} if low. After that the test fails.
					</p>
				</>
			)}
		</details>
	);
}

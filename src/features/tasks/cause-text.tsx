import { counted } from "#contract/format/count.ts";
import type { Task } from "#contract/tasks/tasks.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";

/** Why a task exists, and what remains of its cause. */
export function CauseText({ task: { cause, findings } }: { task: Task }) {
	switch (cause.type) {
		case "findings":
			return (
				<>
					{cause.label}:{" "}
					<Link to={`/dashboard/vulnerabilities?${new URLSearchParams({ class: cause.class })}`}>
						{findings === null ? "the findings" : counted(findings, "open finding")}
					</Link>
					. It opens again when they come back.
				</>
			);
		case "test":
			return <>The test “{cause.title}” failed. It opens again when the test fails again.</>;
		case "assessment":
			return (
				<>
					An answer in{" "}
					<Link
						to={`/dashboard/assessments/${cause.assessmentId}?${new URLSearchParams({ question: cause.questionId })}`}
					>
						<bdi>{cause.title}</bdi>
					</Link>{" "}
					is not met. It opens again when the answer falls back.
				</>
			);
		case "person":
			return <>Added by a person.</>;
	}
}

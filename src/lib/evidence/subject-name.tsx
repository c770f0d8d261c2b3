import { useQuery } from "@tanstack/react-query";
import type { Subject, SubjectType } from "#contract/evidence/evidence.ts";
import type { ScanId } from "#contract/ids.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { assessmentQuery } from "#src/lib/assessments/assessments-api.ts";
import { controlQuery } from "#src/lib/controls/controls-api.ts";
import { findingDetailQuery } from "#src/lib/findings/findings-api.ts";
import { scanDetailQuery } from "#src/lib/scans/scans-api.ts";
import { taskQuery } from "#src/lib/tasks/tasks-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { requirementOf, SUBJECT_LABELS } from "./about.ts";

/** Kinds whose names are plain words rather than identifiers. */
const WORDED: ReadonlySet<SubjectType> = new Set(["finding", "control", "task", "assessment"]);

type Props = {
	about: Subject;
	/** Asks the server for its name. Otherwise it only uses what this page already read: in a list, each row would cost a call. */
	reads?: boolean;
};

/** What evidence is about: its kind, and its name if that is known. */
export function SubjectName({ about: { type, id }, reads = false }: Props) {
	const { scope } = useScope();
	const finding = useQuery({ ...findingDetailQuery(id, scope), enabled: reads && type === "finding" });
	const scan = useQuery({ ...scanDetailQuery(id as ScanId, scope), enabled: reads && type === "scan" });
	const control = useQuery({ ...controlQuery(id, scope), enabled: reads && type === "control" });
	const task = useQuery({ ...taskQuery(id, scope), enabled: reads && type === "task" });
	const assessment = useQuery({ ...assessmentQuery(id, scope), enabled: reads && type === "assessment" });
	const kind = type === "scan" && scan.data ? scanName(scan.data.scan.kind) : SUBJECT_LABELS[type];
	const name = {
		asset: id,
		finding: finding.data?.tracked.title,
		scan: scan.data?.scan.target,
		control: control.data && `${control.data.code} ${control.data.title}`,
		task: task.data?.title,
		assessment: assessment.data?.title,
		requirement: requirementOf(id).requirement,
	}[type];
	return (
		<>
			{kind}
			{name !== undefined && (
				<>
					: <bdi className={WORDED.has(type) ? "" : "font-mono"}>{name}</bdi>
				</>
			)}
		</>
	);
}

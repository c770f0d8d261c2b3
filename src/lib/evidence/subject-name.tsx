import { useQuery } from "@tanstack/react-query";
import type { Subject } from "#contract/evidence/evidence.ts";
import type { ScanId } from "#contract/ids.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { findingDetailQuery } from "#src/lib/findings/findings-api.ts";
import { scanDetailQuery } from "#src/lib/scans/scans-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { SUBJECT_LABELS } from "./about.ts";

type Props = {
	about: Subject;
	/** Asks the server for its name. Otherwise only what this page has read already is shown: in a list it would be a call for each. */
	reads?: boolean;
};

/** What evidence is about: its kind, and its name if that is known. */
export function SubjectName({ about: { type, id }, reads = false }: Props) {
	const { scope } = useScope();
	const finding = useQuery({ ...findingDetailQuery(id, scope), enabled: reads && type === "finding" });
	const scan = useQuery({ ...scanDetailQuery(id as ScanId, scope), enabled: reads && type === "scan" });
	const kind = type === "scan" && scan.data ? scanName(scan.data.scan.kind) : SUBJECT_LABELS[type];
	const name = type === "asset" ? id : type === "finding" ? finding.data?.tracked.title : scan.data?.scan.target;
	return (
		<>
			{kind}
			{name !== undefined && (
				<>
					: <bdi className={type === "finding" ? "" : "font-mono"}>{name}</bdi>
				</>
			)}
		</>
	);
}

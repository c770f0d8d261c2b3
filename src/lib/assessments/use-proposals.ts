import { useQuery } from "@tanstack/react-query";
import type { AssessmentDetail, Proposal } from "#contract/assessments/assessments.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { proposalsQuery } from "./assessments-api.ts";

const NONE: readonly Proposal[] = [];

/** Proposals for an assessment. If this device has none about its subject, it uses those about anything, with their source. */
export function useProposals({
	template,
	subject,
}: Pick<AssessmentDetail, "template" | "subject">): readonly Proposal[] {
	const { scope } = useScope();
	const exact = useQuery({ ...proposalsQuery(template.id, subject, scope), enabled: subject !== "" });
	const general = useQuery(proposalsQuery(template.id, "", scope));
	return (exact.data ?? general.data)?.proposals ?? NONE;
}

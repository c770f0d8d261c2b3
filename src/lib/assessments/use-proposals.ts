import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { AssessmentDetail, Proposal } from "#contract/assessments/assessments.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { proposalsQuery } from "./assessments-api.ts";
import { notFromItself } from "./proposals.ts";

const NONE: readonly Proposal[] = [];

/**
 * Proposals for an assessment, none of them from its own answers. If this device has none about its subject, it uses those about anything,
 * with their source.
 */
export function useProposals({
	id,
	template,
	subject,
}: Pick<AssessmentDetail, "id" | "template" | "subject">): readonly Proposal[] {
	const { scope } = useScope();
	const exact = useQuery({ ...proposalsQuery(template.id, subject, scope), enabled: subject !== "" });
	const general = useQuery(proposalsQuery(template.id, "", scope));
	const all = (exact.data ?? general.data)?.proposals;
	return useMemo(() => (all ? notFromItself(all, id) : NONE), [all, id]);
}

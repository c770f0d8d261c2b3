import type { QueryClient } from "@tanstack/react-query";
import type {
	FindingDetail,
	FindingFilter,
	TrackedFinding,
	VerdictRequest,
} from "#contract/findings/vulnerabilities.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { type FindingPages, findingKeys, type ProblemPages, refreshFindings } from "#src/lib/findings/findings-api.ts";
import { scopeIn, type WorkScope } from "#src/lib/workspace/scope.ts";
import { pagesWithVerdict, withVerdict } from "../finding-pages.ts";
import { problemsWithVerdict } from "../problem-pages.ts";

/** What lists hold of one workspace: the same fingerprint in another workspace is a different finding. */
function listsOf<T>(client: QueryClient, { workspace }: Pick<WorkScope, "workspace">, queryKey: readonly unknown[]) {
	return client.getQueriesData<T>({ queryKey, predicate: ({ queryKey }) => scopeIn(queryKey).workspace === workspace });
}

/** Every finding that a list of the workspace holds on this device. */
function knownFindings(client: QueryClient, scope: WorkScope): ReadonlyMap<string, TrackedFinding> {
	const lists = listsOf<FindingPages>(client, scope, findingKeys.lists);
	const groups = listsOf<ProblemPages>(client, scope, findingKeys.problems);
	const known = [
		...lists.flatMap(([, data]) => data?.pages ?? []).flatMap(({ findings }) => findings),
		...groups
			.flatMap(([, data]) => data?.pages ?? [])
			.flatMap(({ problems }) => problems)
			.flatMap(({ places }) => places),
	];
	return new Map(known.map((finding) => [finding.fingerprint, finding]));
}

/** Applies a verdict that the server has accepted to everything that shows it, and refreshes what depends on it. */
export function storeVerdict(client: QueryClient, scope: WorkScope, verdict: VerdictRequest): void {
	const known = knownFindings(client, scope);
	const filterIn = (key: readonly unknown[]) => key[findingKeys.lists.length] as FindingFilter;
	for (const [key, data] of listsOf<FindingPages>(client, scope, findingKeys.lists)) {
		if (!data) continue;
		const pages = pagesWithVerdict(data.pages, verdict, filterIn(key));
		if (pages !== data.pages) client.setQueryData<FindingPages>(key, { ...data, pages: [...pages] });
	}
	for (const [key, data] of listsOf<ProblemPages>(client, scope, findingKeys.problems)) {
		if (!data) continue;
		const pages = problemsWithVerdict(data.pages, verdict, filterIn(key), known);
		if (pages !== data.pages) client.setQueryData<ProblemPages>(key, { ...data, pages: [...pages] });
	}
	for (const fingerprint of verdict.fingerprints) {
		for (const [key] of listsOf(client, scope, findingKeys.detail(fingerprint))) {
			client.setQueryData<FindingDetail>(
				key,
				(detail) => detail && { ...detail, tracked: withVerdict(detail.tracked, verdict) },
			);
		}
	}
	void refreshFindings(client);
	void refreshCompliance(client);
}

import type { QueryClient } from "@tanstack/react-query";
import type { FindingDetail, FindingFilter, TrackedFinding, VerdictRequest } from "#contract/vulnerabilities.ts";
import { type FindingPages, findingKeys, type ProblemPages, refreshFindings } from "#src/lib/findings/findings-api.ts";
import { pagesWithVerdict, withVerdict } from "../finding-pages.ts";
import { problemsWithVerdict } from "../problem-pages.ts";

/** Every finding that a list on this device holds. */
function knownFindings(client: QueryClient): ReadonlyMap<string, TrackedFinding> {
	const lists = client.getQueriesData<FindingPages>({ queryKey: findingKeys.lists });
	const groups = client.getQueriesData<ProblemPages>({ queryKey: findingKeys.problems });
	const known = [
		...lists.flatMap(([, data]) => data?.pages ?? []).flatMap(({ findings }) => findings),
		...groups
			.flatMap(([, data]) => data?.pages ?? [])
			.flatMap(({ problems }) => problems)
			.flatMap(({ places }) => places),
	];
	return new Map(known.map((finding) => [finding.fingerprint, finding]));
}

/** Applies a verdict that the server has accepted to everything on screen, and refreshes what depends on it. */
export function storeVerdict(client: QueryClient, verdict: VerdictRequest): void {
	const known = knownFindings(client);
	const filterIn = (key: readonly unknown[]) => key[findingKeys.lists.length] as FindingFilter;
	for (const [key, data] of client.getQueriesData<FindingPages>({ queryKey: findingKeys.lists })) {
		if (!data) continue;
		const pages = pagesWithVerdict(data.pages, verdict, filterIn(key));
		if (pages !== data.pages) client.setQueryData<FindingPages>(key, { ...data, pages: [...pages] });
	}
	for (const [key, data] of client.getQueriesData<ProblemPages>({ queryKey: findingKeys.problems })) {
		if (!data) continue;
		const pages = problemsWithVerdict(data.pages, verdict, filterIn(key), known);
		if (pages !== data.pages) client.setQueryData<ProblemPages>(key, { ...data, pages: [...pages] });
	}
	for (const fingerprint of verdict.fingerprints) {
		client.setQueryData<FindingDetail>(
			findingKeys.detail(fingerprint),
			(detail) => detail && { ...detail, tracked: withVerdict(detail.tracked, verdict) },
		);
	}
	void refreshFindings(client);
}

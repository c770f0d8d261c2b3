import type { QueryClient } from "@tanstack/react-query";
import type { FindingDetail, FindingFilter, VerdictRequest } from "#contract/vulnerabilities.ts";
import { type FindingPages, findingKeys, refreshFindings } from "#src/lib/findings/findings-api.ts";
import { pagesWithVerdict, withVerdict } from "../finding-pages.ts";

/** Applies a verdict that the server has accepted to everything on screen, and refreshes what depends on it. */
export function storeVerdict(client: QueryClient, verdict: VerdictRequest): void {
	for (const [key, data] of client.getQueriesData<FindingPages>({ queryKey: findingKeys.lists })) {
		if (!data) continue;
		const pages = pagesWithVerdict(data.pages, verdict, key[findingKeys.lists.length] as FindingFilter);
		if (pages !== data.pages) client.setQueryData<FindingPages>(key, { ...data, pages: [...pages] });
	}
	for (const fingerprint of verdict.fingerprints) {
		client.setQueryData<FindingDetail>(
			findingKeys.detail(fingerprint),
			(detail) => detail && { ...detail, tracked: withVerdict(detail.tracked, verdict) },
		);
	}
	void refreshFindings(client);
}

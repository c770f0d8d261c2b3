import type { QueryClient } from "@tanstack/react-query";
import type { FindingDetail, FindingFilter, VerdictRequest } from "#contract/vulnerabilities.ts";
import { type FindingPages, findingKeys, refreshFindings } from "#src/lib/findings/findings-api.ts";
import { afterWord, withWord } from "../finding-pages.ts";

/** Puts a word that the server has taken into everything that is shown, and reads again what follows from it. */
export function storeWord(client: QueryClient, word: VerdictRequest): void {
	for (const [key, data] of client.getQueriesData<FindingPages>({ queryKey: findingKeys.lists })) {
		if (!data) continue;
		const pages = withWord(data.pages, word, key[findingKeys.lists.length] as FindingFilter);
		if (pages !== data.pages) client.setQueryData<FindingPages>(key, { ...data, pages: [...pages] });
	}
	for (const fingerprint of word.fingerprints) {
		client.setQueryData<FindingDetail>(
			findingKeys.detail(fingerprint),
			(detail) => detail && { ...detail, tracked: afterWord(detail.tracked, word) },
		);
	}
	void refreshFindings(client);
}

import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { IDEMPOTENCY_KEY } from "#contract/requests/headers.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { scanAccepted } from "#contract/scans/scans.ts";
import { callApi } from "#src/lib/data/api.ts";
import { findingKeys } from "#src/lib/findings/findings-api.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { lookForScans } from "#src/lib/scans/scan-events.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";

/** Runs the last scan that saw a finding again. */
export function useRetest(fingerprint: string) {
	const client = useQueryClient();
	const { scope } = useScope();
	const { state, submit } = useSubmission();
	// A second press because no answer came reuses the key.
	const key = useRef<string | null>(null);
	return {
		state,
		async retest(): Promise<void> {
			key.current ??= crypto.randomUUID();
			const headers = { [IDEMPOTENCY_KEY]: key.current };
			const done = await submit(async () => {
				await callApi(fillPath(API_PATHS.retest, { fingerprint }), {
					method: "POST",
					answer: scanAccepted,
					scope,
					headers,
				});
				await client.invalidateQueries({ queryKey: findingKeys.detail(fingerprint) });
				await lookForScans();
			});
			if (done) key.current = null;
		},
	};
}

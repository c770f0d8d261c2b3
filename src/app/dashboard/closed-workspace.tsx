import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { proofQuery } from "#src/lib/session/proof/proof-query.ts";
import { giveTwoFactors } from "#src/lib/session/proof/prove-again.tsx";
import { twoFactorsGiven } from "#src/lib/session/proof/two-factors-given.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Button } from "#src/ui/button.tsx";

/** Whether the server refuses this screen's data because the session used only one factor. */
function useIsClosed(): boolean {
	const cache = useQueryClient().getQueryCache();
	return useSyncExternalStore(
		useCallback((onChange) => cache.subscribe(onChange), [cache]),
		() =>
			cache
				.getAll()
				.some(
					(query) =>
						query.isActive() &&
						query.state.error instanceof ApiFailure &&
						query.state.error.code === "two_factors_required",
				),
		() => false,
	);
}

function Ways() {
	const { data: ways } = useQuery(proofQuery);
	const { state, submit } = useSubmission();
	const confirm = async () => {
		if (await giveTwoFactors("workspace")) twoFactorsGiven();
	};
	if (!ways) return null;
	if (!ways.passkey && !ways.code) {
		return (
			<Link to="/dashboard/settings/sign-in#passkeys" className="inline-flex min-h-11 items-center text-15">
				Set up a passkey or an app
			</Link>
		);
	}
	return (
		<>
			<Button variant="secondary" disabled={state.status === "submitting"} onClick={() => void submit(confirm)}>
				Confirm that it’s you
			</Button>
			<SubmissionFailure title="Not confirmed" state={state} />
		</>
	);
}

/** Why a workspace's screens are empty, and how to get in. */
export default function ClosedWorkspace() {
	if (!useIsClosed()) return null;
	return (
		<section aria-label="Two factors" className="border-line border-b bg-raised print:hidden">
			<div className="frame flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
				<p className="text-15">
					<b className="font-semibold">This workspace asks its members for two factors.</b> You signed in with one. What
					you send waits in the outbox.
				</p>
				<Ways />
			</div>
		</section>
	);
}

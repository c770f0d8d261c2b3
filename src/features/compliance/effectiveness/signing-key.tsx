import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { dayText } from "#contract/format/time.ts";
import type { BundleKey } from "#contract/frameworks/bundle.ts";
import { bundleKeysQuery, replaceBundleKey } from "#src/lib/compliance/bundle-api.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { TextButton } from "#src/ui/text-button.tsx";

/** A key’s public page. The server renders it, so it is no link of the app. */
function KeyLink({ id, sha256 }: BundleKey) {
	return (
		<a href={`/keys/${id}`} target="_blank" rel="noreferrer" className="font-mono text-13">
			{sha256.slice(0, 16)}
		</a>
	);
}

/** The key that signs bundles, where to find it, and earlier ones. */
export function SigningKey() {
	const queries = useQueryClient();
	const { scope, can } = useScope();
	const online = useOnline();
	const query = bundleKeysQuery(scope);
	const reading = useQuery(query);
	const { state, submit } = useSubmission();
	const [replacing, setReplacing] = useState<BundleKey | null>(null);
	const replace = ({ id }: BundleKey) =>
		submit(async () => queries.setQueryData(query.queryKey, await replaceBundleKey(id, scope)));
	return (
		<AccountData what="the signing key" reading={reading}>
			{({ keys, signs }) => {
				const current = keys.find(({ retiredAt }) => retiredAt === null);
				const earlier = keys.filter(({ retiredAt }) => retiredAt !== null);
				return (
					<div className="mt-4 max-w-[62ch] text-15">
						{!signs && <p>Bundles are not signed: this server has no secret to keep a key with.</p>}
						{signs && !current && <p>The first bundle makes the key that signs all of them.</p>}
						{current && (
							<p>
								Signed with the key <KeyLink {...current} />, made on {dayText(current.createdAt)}. Its page shows
								auditors how to check a bundle, and needs no account.
							</p>
						)}
						{earlier.length > 0 && (
							<p className="mt-1 text-quiet">
								Earlier keys, for earlier bundles:{" "}
								{earlier.map((key, at) => (
									<span key={key.id}>
										{at > 0 && ", "}
										<KeyLink {...key} />
									</span>
								))}
							</p>
						)}
						<SubmissionFailure title="Not replaced" state={state} />
						{signs && current && can("manage") && (
							<p className="print:hidden">
								<TextButton
									aria-haspopup="dialog"
									disabled={!online || state.status === "submitting"}
									onClick={() => setReplacing(current)}
								>
									Replace the key…
								</TextButton>
							</p>
						)}
						{replacing && (
							<ConfirmDialog
								title="Replace the key?"
								subtitle="Audit bundles of this workspace"
								labels={{ yes: "Replace it", no: "Keep it" }}
								onYes={() => void replace(replacing)}
								onClose={() => setReplacing(null)}
							>
								New bundles are signed with a new key. Bundles from before can still be checked: the page of the earlier
								key stays, and says until when it signed.
							</ConfirmDialog>
						)}
					</div>
				);
			}}
		</AccountData>
	);
}

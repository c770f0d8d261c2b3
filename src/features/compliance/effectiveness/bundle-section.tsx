import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { BundleLink } from "#contract/frameworks/bundle.ts";
import type { Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { bundleLinksQuery, bundleUrl, removeBundleLink } from "#src/lib/compliance/bundle-api.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { FileLinks } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { BundleLinkDialog } from "./bundle-link-dialog.tsx";
import { SigningKey } from "./signing-key.tsx";

type Props = { framework: FrameworkId; window: Window };

function Links({ framework }: { framework: FrameworkId }) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const online = useOnline();
	const query = bundleLinksQuery(framework, scope);
	const reading = useQuery(query);
	const { state, submit } = useSubmission();
	const revoke = ({ id }: BundleLink) =>
		submit(async () => {
			await removeBundleLink(framework, id, scope);
			await queries.invalidateQueries({ queryKey: query.queryKey });
		});
	return (
		<AccountData what="the links" reading={reading}>
			{({ links }) => (
				<>
					<SubmissionFailure title="Not revoked" state={state} />
					<ul aria-label="Links for auditors">
						{links.map((link) => (
							<li
								key={link.id}
								className="flex flex-wrap items-center justify-between gap-x-5 border-line border-t py-1"
							>
								<span className="min-w-0 text-15">
									<bdi className="wrap-anywhere font-medium">{link.auditor}</bdi>
									<span className="block text-13 text-quiet tabular-nums">
										{dayText(link.from)} to {dayText(link.to)} · until {dayText(link.endsOn)} ·{" "}
										{link.downloads === 0 ? "not used yet" : counted(link.downloads, "download")}
									</span>
								</span>
								<TextButton
									disabled={!online || state.status === "submitting"}
									aria-label={`Revoke the link for ${link.auditor}`}
									onClick={() => void revoke(link)}
								>
									Revoke
								</TextButton>
							</li>
						))}
					</ul>
				</>
			)}
		</AccountData>
	);
}

/** What an auditor gets: the bundle itself, and links that expire. */
export function BundleSection({ framework, window }: Props) {
	const { scope, can } = useScope();
	const online = useOnline();
	const [adding, setAdding] = useState(false);
	if (!can("audit")) return null;
	return (
		<Section id="bundle" heading="For the auditor">
			<p className="max-w-[62ch] text-15">
				One .zip with the statement, this report, requirements, controls, runs and accepted evidence with its files. A
				signed manifest has the hash of each file, and its index opens with no network.
			</p>
			<div className="max-w-[46rem]">
				{online ? (
					<FileLinks files={[{ label: "Audit bundle", href: bundleUrl(framework, window, scope), download: "" }]} />
				) : (
					<p className="mt-3 text-15 text-quiet">The bundle comes from the server. It needs a connection.</p>
				)}
			</div>
			<SigningKey />
			{can("manage") && (
				<div className="mt-5 max-w-[46rem]">
					<Links framework={framework} />
					<div className="mt-2 print:hidden">
						<Button variant="secondary" dense aria-haspopup="dialog" disabled={!online} onClick={() => setAdding(true)}>
							Make a link for an auditor…
						</Button>
					</div>
				</div>
			)}
			{adding && <BundleLinkDialog framework={framework} window={window} onClose={() => setAdding(false)} />}
		</Section>
	);
}

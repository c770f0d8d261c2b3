import { useState } from "react";
import type { EvidenceDetail, Subject } from "#contract/evidence/evidence.ts";
import type { EvidenceId } from "#contract/evidence/evidence-id.ts";
import type { ClientId } from "#contract/ids.ts";
import { subjectPath } from "#src/lib/evidence/about.ts";
import { SubjectName } from "#src/lib/evidence/subject-name.tsx";
import { useRefreshWhenSent } from "#src/lib/evidence/use-refresh-when-sent.ts";
import { subjectsShown } from "#src/lib/evidence/waiting-evidence.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import { scopeFields } from "#src/lib/workspace/entries.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import { Button } from "#src/ui/button.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { saveLink } from "../capture/save-evidence.ts";
import { PutOnDialog } from "./put-on-dialog.tsx";

/** Links evidence to something or removes the link, through the outbox, so that it works without a connection. */
function useLink(evidenceId: EvidenceId, clientId: ClientId): (about: Subject, linked: boolean) => Promise<void> {
	const { scope, workspace } = useScope();
	return async (about, linked) => {
		const owner = signedInOwner();
		if (owner === null) return;
		const client = workspace?.clients.find(({ id }) => id === clientId) ?? null;
		try {
			await saveLink({ evidenceId, about, linked }, { owner, ...scopeFields(owner, scope, client) });
		} catch (error) {
			if (!(error instanceof StorageError)) throw error;
			notify({ title: "Nothing was changed", text: error.message }).catch(() => undefined);
		}
	};
}

const WAITING = { put: "Waiting to be put on it", "taken-off": "Waiting to be taken off" } as const;

/** What it is about, including changes still waiting on this device, and how to change it. */
export function AboutSection({ evidence: { id, clientId, about } }: { evidence: EvidenceDetail }) {
	const { can } = useScope();
	const entries = useEntries();
	useRefreshWhenSent(entries);
	const link = useLink(id, clientId);
	const [putting, setPutting] = useState(false);
	const shown = subjectsShown(id, about, entries ?? []);
	const change = (one: Subject, linked: boolean) => void link(one, linked);
	return (
		<Section id="about" heading="What it is about">
			{shown.length === 0 ? (
				<p className="text-15 text-quiet">Not linked yet.</p>
			) : (
				<ul>
					{shown.map(({ about: one, waiting }) => (
						<li key={`${one.type}:${one.id}`} className="flex items-center gap-x-5 border-line border-t text-15">
							<Link to={subjectPath(one)} className="wrap-anywhere inline-flex min-h-11 min-w-0 items-center">
								<span>
									<SubjectName about={one} reads />
								</span>
							</Link>
							{waiting && <span className="text-13 text-quiet">{WAITING[waiting]}</span>}
							{can("work") && waiting !== "taken-off" && (
								<span className="ms-auto flex-none">
									<TextButton onClick={() => change(one, false)}>
										Take off<span className="sr-only"> {one.type === "asset" ? one.id : one.type}</span>
									</TextButton>
								</span>
							)}
						</li>
					))}
				</ul>
			)}
			{can("work") && (
				<div className="mt-3 print:hidden">
					<Button variant="secondary" aria-haspopup="dialog" onClick={() => setPutting(true)}>
						Put on…
					</Button>
				</div>
			)}
			{putting && (
				<PutOnDialog
					taken={shown.filter(({ waiting }) => waiting !== "taken-off").map((one) => one.about)}
					onPut={(one) => {
						setPutting(false);
						change(one, true);
					}}
					onClose={() => setPutting(false)}
				/>
			)}
		</Section>
	);
}

import { useState } from "react";
import type { Invitation } from "#contract/workspaces/members.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { resendInvitation, revokeInvitation } from "./people-api.ts";
import { invitationText, roleOfText } from "./people-text.ts";

type RowProps = Pick<Here, "scope" | "withSession"> & { invitation: Invitation; clients: readonly Client[] };

/** Each row sends for itself, so that a refusal is shown beside the invitation it is about. */
function Row({ invitation, clients, scope, withSession }: RowProps) {
	const { state, submitting, save } = useSave(useChange(withSession));
	const [done, setDone] = useState<string | false>(false);
	const { id, email, state: reached } = invitation;
	const run = async (call: typeof resendInvitation, said: string) => {
		setDone(false);
		if (await save(() => call(scope, id))) setDone(said);
	};
	return (
		<li className="grid gap-2 border-line border-b py-3">
			<div className="flex flex-wrap items-start justify-between gap-x-4">
				<div className="min-w-0 text-15">
					<p className="wrap-anywhere font-semibold">{email}</p>
					<p>{roleOfText(invitation, clients)}</p>
					<p className="text-13 text-quiet">{invitationText(invitation)}</p>
				</div>
				<div className="flex gap-4">
					{(reached === "sent" || reached === "expired") && (
						<TextButton
							disabled={submitting}
							aria-label={`Send again to ${email}`}
							onClick={() => void run(resendInvitation, "Sent again. Only the newest link works.")}
						>
							Send again
						</TextButton>
					)}
					{reached === "sent" && (
						<TextButton
							disabled={submitting}
							aria-label={`Revoke the invitation to ${email}`}
							onClick={() => void run(revokeInvitation, "Revoked. Its link no longer works.")}
						>
							Revoke
						</TextButton>
					)}
				</div>
			</div>
			<SubmissionFailure title="Nothing was changed" state={state} />
			<SavedLine>{done}</SavedLine>
		</li>
	);
}

type Props = Here & { invitations: readonly Invitation[] };

export function InvitationsSection({ invitations, workspace, scope, withSession }: Props) {
	return (
		<Section id="invitations" heading="Invitations">
			{invitations.length === 0 ? (
				<p className="text-15 text-quiet">
					No invitation is open. Answered, expired and revoked ones are listed here for 30 days.
				</p>
			) : (
				<ul aria-label="Invitations" className="border-line border-t">
					{invitations.map((invitation) => (
						<Row
							key={invitation.id}
							invitation={invitation}
							clients={workspace.clients}
							scope={scope}
							withSession={withSession}
						/>
					))}
				</ul>
			)}
		</Section>
	);
}

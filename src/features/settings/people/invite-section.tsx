import { useState } from "react";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SaveForm } from "../save-form.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { MembershipFields } from "./membership-fields.tsx";
import { invite } from "./people-api.ts";
import { readInvitation } from "./read-membership.ts";

/** Sends an invitation by email. */
export function InviteSection({ workspace, scope, withSession, may }: Here) {
	const saving = useSave(useChange(withSession));
	const { state, submitting, errors, save } = saving;
	const [sentTo, setSentTo] = useState<string[]>([]);
	const onSend = async (sent: HTMLFormElement) => {
		const request = readInvitation(formTexts(sent));
		if (await save(() => invite(scope, request))) setSentTo((before) => [...before, request.email]);
	};
	return (
		<Section id="invite" heading="Invite someone">
			<SaveForm
				saving={saving}
				name={{ headingId: "invite" }}
				failed="No invitation was sent"
				done={state.status === "idle" && sentTo.length > 0 && `Invitation sent to ${sentTo.at(-1)}.`}
				button={{ label: "Send invitation", busy: "Sending", variant: "primary" }}
				onSend={onSend}
			>
				{/* A new key after each invitation that was sent: the fields start again. */}
				<div key={sentTo.length} className="grid gap-5">
					<FormField
						id="invite-email"
						name="email"
						type="email"
						label="Email"
						hint="We send a link to this address. Only an account with this address can accept."
						error={errors.email}
						readOnly={submitting}
						required
						maxLength={254}
						autoComplete="off"
						autoCapitalize="none"
						autoCorrect="off"
						spellCheck={false}
					/>
					<MembershipFields
						id="invite"
						clients={workspace.clients}
						own={may("own")}
						start={{ role: workspace.kind === "company" ? "contributor" : "consultant", clientId: null, endsOn: null }}
						errors={errors}
						disabled={submitting}
					/>
				</div>
			</SaveForm>
		</Section>
	);
}

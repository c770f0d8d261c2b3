import { type SubmitEvent, useState } from "react";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { MembershipFields } from "./membership-fields.tsx";
import { invite } from "./people-api.ts";
import { readInvitation } from "./read-membership.ts";

/** Sends an invitation by email. */
export function InviteSection({ workspace, scope, withSession, may }: Here) {
	const { state, form, submitting, errors, edited, save } = useSave(useChange(withSession));
	const [sentTo, setSentTo] = useState<string[]>([]);
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const request = readInvitation(formTexts(event.currentTarget));
		if (await save(() => invite(scope, request))) setSentTo((before) => [...before, request.email]);
	};
	return (
		<Section id="invite" heading="Invite someone">
			<form
				ref={form}
				method="dialog"
				aria-labelledby="invite"
				onInput={edited}
				onSubmit={onSubmit}
				className="grid gap-5"
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
				<SubmissionFailure title="No invitation was sent" state={state} />
				<SavedLine>{state.status === "idle" && sentTo.length > 0 && `Invitation sent to ${sentTo.at(-1)}.`}</SavedLine>
				<div>
					<Button type="submit" variant="primary" disabled={submitting}>
						{submitting ? "Sending" : "Send invitation"}
					</Button>
				</div>
			</form>
		</Section>
	);
}

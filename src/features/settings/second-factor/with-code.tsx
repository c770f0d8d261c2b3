import type { SubmitEvent } from "react";
import type { Me } from "#contract/accounts/accounts.ts";
import type { SecondFactorChange } from "#contract/accounts/second-factor.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";
import { OwnerPassword, ownerProofOf } from "../account/owner-password.tsx";
import { useSave } from "../use-save.ts";

type Props = {
	/** What the button says. */
	label: string;
	me: Me;
	withSession: WithSession;
	send(given: SecondFactorChange): Promise<void>;
	onCancel(): void;
};

/** A change of the second factor, which needs the password and a code. */
export function WithCode({ label, me, withSession, send, onCancel }: Props) {
	const { state, form, submitting, errors, edited, save } = useSave(withSession);
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const given = formTexts(event.currentTarget);
		await save(() => send({ ...ownerProofOf(given), code: given.code ?? "" }));
	};
	return (
		<form ref={form} method="dialog" aria-label={label} onInput={edited} onSubmit={onSubmit} className="grid gap-5">
			<OwnerPassword id="second-factor-password" me={me} error={errors.current} submitting={submitting} />
			<CodeField
				id="second-factor-change"
				label="Code"
				hint="Six digits from your app, or a recovery code."
				error={errors.code}
				readOnly={submitting}
				required
			/>
			<SubmissionFailure title="Nothing was changed" state={state} />
			<div className="flex flex-wrap gap-3">
				<Button type="submit" variant="primary" disabled={submitting}>
					{label}
				</Button>
				<Button variant="secondary" disabled={submitting} onClick={onCancel}>
					Cancel
				</Button>
			</div>
		</form>
	);
}

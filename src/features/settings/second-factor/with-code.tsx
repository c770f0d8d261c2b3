import type { Me } from "#contract/accounts/accounts.ts";
import type { SecondFactorChange } from "#contract/accounts/second-factor.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";
import { OwnerPassword, ownerProofOf } from "../account/owner-password.tsx";
import { SaveForm } from "../save-form.tsx";
import { useSave } from "../use-save.ts";

type Props = {
	/** The button's label. */
	label: string;
	me: Me;
	withSession: WithSession;
	send(given: SecondFactorChange): Promise<void>;
	onCancel(): void;
};

/** A change of the second factor, which needs the password and a code. */
export function WithCode({ label, me, withSession, send, onCancel }: Props) {
	const saving = useSave(withSession);
	const { submitting, errors, save } = saving;
	const onSend = async (sent: HTMLFormElement) => {
		const given = formTexts(sent);
		await save(() => send({ ...ownerProofOf(given), code: given.code ?? "" }));
	};
	return (
		<SaveForm
			saving={saving}
			name={{ text: label }}
			failed="Nothing was changed"
			button={{ label, variant: "primary" }}
			beside={
				<Button variant="secondary" disabled={submitting} onClick={onCancel}>
					Cancel
				</Button>
			}
			onSend={onSend}
		>
			<OwnerPassword id="second-factor-password" me={me} error={errors.current} submitting={submitting} />
			<CodeField
				id="second-factor-change"
				label="Code"
				hint="Six digits from your app, or a recovery code."
				error={errors.code}
				readOnly={submitting}
				required
			/>
		</SaveForm>
	);
}

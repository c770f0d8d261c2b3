import { MAPPED_ROLES, type SignOn } from "#contract/sign-on/sign-on.ts";
import { ROLE_LABELS } from "#contract/workspaces/roles.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SaveForm } from "../save-form.tsx";
import { useSave } from "../use-save.ts";
import { RemovePart } from "./remove-part.tsx";
import { readProvider, setSignOn, valuesField, valuesOf } from "./sign-on-api.ts";

type Props = Pick<Here, "scope" | "withSession"> & { provider: SignOn["provider"] };

const EXACT = { autoComplete: "off", autoCapitalize: "none", autoCorrect: "off", spellCheck: false } as const;

/** Whether people come in through the provider, and if not, why. */
function Outcome({ provider: { tried, problem } }: { provider: NonNullable<SignOn["provider"]> }) {
	if (problem) return <p className="text-15 text-high">{problem}</p>;
	if (tried !== false) return null;
	return (
		<p className="text-15">
			No one has signed in this way yet. Sign in once in a private window: only then can you make members do it.
		</p>
	);
}

/** The provider, and the roles its people get. */
export function ProviderPart({ scope, withSession, provider }: Props) {
	const saving = useSave(useChange(withSession));
	const { saved, submitting, errors, save } = saving;
	const onSend = async (sent: HTMLFormElement) => {
		const change = readProvider(formTexts(sent));
		await save(() => setSignOn(scope, change));
	};
	return (
		<>
			<SaveForm
				// The fields start again once there is a provider, or none.
				key={provider === null ? "none" : provider.issuer}
				saving={saving}
				name={{ text: "Provider" }}
				failed="Company sign-in was not changed"
				done={saved && "Saved."}
				button={{ label: "Save company sign-in", busy: "Saving", variant: "secondary" }}
				onSend={onSend}
			>
				<h3 className="font-semibold text-17">Provider</h3>
				<FormField
					id="sign-on-issuer"
					name="issuer"
					label="Issuer"
					hint="Exactly as your provider writes it, such as https://login.example.com/tenant."
					defaultValue={provider?.issuer ?? ""}
					error={errors.issuer}
					readOnly={submitting}
					required
					maxLength={300}
					{...EXACT}
				/>
				<FormField
					id="sign-on-client"
					name="oauthClient"
					label="Client ID"
					defaultValue={provider?.oauthClient ?? ""}
					error={errors.oauthClient}
					readOnly={submitting}
					required
					maxLength={300}
					{...EXACT}
				/>
				<FormField
					id="sign-on-secret"
					name="clientSecret"
					type="password"
					label="Client secret"
					hint={
						provider === null
							? "Stored encrypted, and never shown again."
							: "Stored encrypted. Leave this empty to keep the one that is set."
					}
					error={errors.clientSecret}
					readOnly={submitting}
					required={provider === null}
					maxLength={1_000}
					{...EXACT}
					autoComplete="new-password"
				/>
				<FormField
					id="sign-on-claim"
					name="roleClaim"
					label="Claim with groups or roles (optional)"
					hint="The name of the claim, such as groups. Without one, everyone gets the role below."
					defaultValue={provider?.roleClaim ?? ""}
					error={errors.roleClaim}
					readOnly={submitting}
					maxLength={100}
					{...EXACT}
				/>
				{MAPPED_ROLES.map((role) => (
					<TextArea
						key={role}
						id={`sign-on-${role}`}
						name={valuesField(role)}
						label={`Values for ${ROLE_LABELS[role]}`}
						hint="One value per line."
						defaultValue={valuesOf(provider, role)}
						readOnly={submitting}
						rows={2}
						{...EXACT}
					/>
				))}
				<ChoiceField
					id="sign-on-default"
					name="defaultRole"
					label="Everyone else"
					none="Not let in"
					options={MAPPED_ROLES.map((value) => ({ value, label: ROLE_LABELS[value] }))}
					defaultValue={provider?.defaultRole ?? ""}
					error={errors.defaultRole}
				/>
				<CheckField id="sign-on-required" name="required" defaultChecked={provider?.required ?? false}>
					Members have to sign in this way
					<span className="block text-13 text-quiet">
						Owners can always use their password too, so a provider that is down never locks them out.
					</span>
				</CheckField>
				{errors.required && <p className="text-15 text-high">{errors.required}</p>}
				{provider !== null && !errors.required && <Outcome provider={provider} />}
			</SaveForm>
			{provider !== null && <RemovePart scope={scope} withSession={withSession} />}
		</>
	);
}

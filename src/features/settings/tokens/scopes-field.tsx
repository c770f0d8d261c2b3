import type { TokenScope } from "#contract/tokens/token-scopes.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { FieldNote } from "#src/ui/fields/field-note.tsx";
import { SCOPE_LABELS } from "./token-text.ts";

type Props = { scopes: readonly TokenScope[]; error: string | undefined; disabled: boolean };

/** What a new token may do. Nothing is chosen in advance. */
export function ScopesField({ scopes, error = "", disabled }: Props) {
	return (
		<fieldset aria-describedby="token-scopes-note" disabled={disabled}>
			<legend className="mb-1.5 font-medium text-15">What it may do</legend>
			{scopes.map((scope) => (
				<CheckField key={scope} id={`token-${scope}`} name="scopes" value={scope}>
					{SCOPE_LABELS[scope]}
				</CheckField>
			))}
			<FieldNote id="token-scopes-note" error={error} hint="A token can do at most what your role can." />
		</fieldset>
	);
}

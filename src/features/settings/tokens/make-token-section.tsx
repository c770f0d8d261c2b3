import { useState } from "react";
import { clientId } from "#contract/ids.ts";
import { type TokenScope, tokenScope } from "#contract/tokens/token-scopes.ts";
import type { TokenMade, TokenRequest } from "#contract/tokens/tokens.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FieldNote } from "#src/ui/fields/field-note.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { useChange } from "../room/use-change.ts";
import type { Here } from "../room/workspace-part.tsx";
import { SaveForm } from "../save-form.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { MadeToken } from "./made-token.tsx";
import { lastDays, SCOPE_LABELS, scopesToGive } from "./token-text.ts";
import { makeToken } from "./tokens-api.ts";

type ScopesProps = { scopes: readonly TokenScope[]; error: string | undefined; disabled: boolean };

/** What a new token may do. Nothing is chosen in advance. */
function ScopesField({ scopes, error = "", disabled }: ScopesProps) {
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

/** Reads the form of a new token. The server says what is wrong with it. */
function readTokenRequest(form: FormData): TokenRequest {
	const textOf = (name: string) => form.get(name)?.toString() ?? "";
	const client = textOf("clientId");
	return {
		name: textOf("name").trim(),
		scopes: form.getAll("scopes").map((scope) => tokenScope.parse(scope)),
		...(client !== "" && { clientId: clientId.parse(client) }),
		endsOn: textOf("endsOn"),
	};
}

/** Makes a token, and shows its secret only this once. */
export function MakeTokenSection({ workspace, scope, withSession, may }: Here) {
	const saving = useSave(useChange(withSession));
	const { submitting, errors, save } = saving;
	const [made, setMade] = useState<TokenMade | null>(null);
	const [days] = useState(() => lastDays(Date.now()));
	const onSend = async (sent: HTMLFormElement) => {
		const request = readTokenRequest(new FormData(sent));
		await save(async () => setMade(await makeToken(scope, request)));
	};
	const clients = workspace.clients.filter(({ archivedAt }) => archivedAt === null);
	if (made) {
		return (
			<Section id="make-token" heading="Make a token">
				<MadeToken made={made} onDone={() => setMade(null)} />
			</Section>
		);
	}
	return (
		<Section id="make-token" heading="Make a token">
			<SaveForm
				saving={saving}
				name={{ headingId: "make-token" }}
				failed="No token was made"
				button={{ label: "Make token", busy: "Making", variant: "primary" }}
				onSend={onSend}
			>
				<FormField
					id="token-name"
					name="name"
					label="Name"
					hint="What the token is for, such as “Nightly scan in CI”."
					error={errors.name}
					readOnly={submitting}
					required
					maxLength={100}
					autoComplete="off"
				/>
				<ScopesField scopes={scopesToGive(may("work"))} error={errors.scopes} disabled={submitting} />
				{clients.length > 1 && (
					<ChoiceField
						id="token-client"
						name="clientId"
						label="Client"
						none="All clients that you see"
						options={clients.map(({ id, name }) => ({ value: id, label: name }))}
						error={errors.clientId}
						disabled={submitting}
					/>
				)}
				<FormField
					id="token-ends"
					name="endsOn"
					type="date"
					label="Last day"
					min={days.min}
					max={days.max}
					defaultValue={days.usual}
					hint="In UTC, at most a year from now. The token also ends when you leave the workspace."
					error={errors.endsOn}
					readOnly={submitting}
					required
				/>
			</SaveForm>
		</Section>
	);
}

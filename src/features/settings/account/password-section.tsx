import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Me, PasswordChange } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { NewPasswordField } from "#src/lib/account/new-password-field.tsx";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import { SaveForm } from "../save-form.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { sessionsQuery } from "./sessions-query.ts";

type Props = { me: Me; withSession: WithSession };

export function PasswordSection({ me, withSession }: Props) {
	const saving = useSave(withSession);
	const { saved, submitting, errors, save } = saving;
	const [password, setPassword] = useState("");
	const queries = useQueryClient();

	const onEdit = (field: EventTarget) => {
		if (field instanceof HTMLInputElement && field.name === "password") setPassword(field.value);
	};

	const onSend = async (sent: HTMLFormElement) => {
		const { current = "", password = "" } = formTexts(sent);
		const body: PasswordChange = { current, password };
		if (!(await save(() => callApi(API_PATHS.changePassword, { method: "POST", body })))) return;
		sent.reset();
		setPassword("");
		await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
	};

	return (
		<Section id="password" heading="Password">
			<SaveForm
				saving={saving}
				name={{ headingId: "password" }}
				failed="The password was not changed"
				done={saved && "Password changed. All other devices are signed out."}
				button={{ label: "Change password", busy: "Changing", variant: "secondary" }}
				onEdit={onEdit}
				onSend={onSend}
			>
				{/* Tells a password manager whose password this is. */}
				<input type="email" name="username" autoComplete="username" value={me.email} readOnly hidden />
				<PasswordField
					id="password-current"
					name="current"
					label="Current password"
					error={errors.current}
					readOnly={submitting}
					required
					autoComplete="current-password"
				/>
				<NewPasswordField id="password-new" password={password} error={errors.password} readOnly={submitting} />
			</SaveForm>
		</Section>
	);
}

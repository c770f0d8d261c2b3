import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type SubmitEvent, useState } from "react";
import type { Me, PasswordChange } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { NewPasswordField } from "#src/lib/account/new-password-field.tsx";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { sessionsQuery } from "./sessions-query.ts";

type Props = { me: Me; withSession: WithSession };

export function PasswordSection({ me, withSession }: Props) {
	const { state, form, saved, submitting, errors, edited, save } = useSave(withSession);
	const [password, setPassword] = useState("");
	const queries = useQueryClient();

	const onInput = ({ target }: FormEvent<HTMLFormElement>) => {
		edited();
		if (target instanceof HTMLInputElement && target.name === "password") setPassword(target.value);
	};

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { current = "", password = "" } = formTexts(event.currentTarget);
		const body: PasswordChange = { current, password };
		if (!(await save(() => callApi(API_PATHS.changePassword, { method: "POST", body })))) return;
		form.current?.reset();
		setPassword("");
		await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
	};

	return (
		<Section id="password" heading="Password">
			<form
				ref={form}
				method="dialog"
				aria-labelledby="password"
				onInput={onInput}
				onSubmit={onSubmit}
				className="grid gap-5"
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
				<SubmissionFailure title="The password was not changed" state={state} />
				<SavedLine>{saved && "Password changed. All other devices are signed out."}</SavedLine>
				<div>
					<Button type="submit" variant="secondary" disabled={submitting}>
						{submitting ? "Changing" : "Change password"}
					</Button>
				</div>
			</form>
		</Section>
	);
}

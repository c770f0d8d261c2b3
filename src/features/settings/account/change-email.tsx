import { useQueryClient } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import type { EmailChange } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { meQuery } from "#src/lib/session/me-query.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import { SavedLine } from "../saved-line.tsx";
import { useSave } from "../use-save.ts";

/** Changes the address. The old one stays until the code sent to the new one is entered. */
export function ChangeEmail({ withSession }: { withSession: WithSession }) {
	const { state, form, saved, submitting, errors, edited, save } = useSave(withSession);
	const queries = useQueryClient();

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { email = "", current = "" } = formTexts(event.currentTarget);
		const body: EmailChange = { email: email.trim(), current };
		if (!(await save(() => callApi(API_PATHS.changeEmail, { method: "POST", body })))) return;
		form.current?.reset();
		await queries.invalidateQueries({ queryKey: meQuery.queryKey });
	};

	return (
		<form
			ref={form}
			method="dialog"
			aria-label="Change the address"
			onInput={edited}
			onSubmit={onSubmit}
			className="grid gap-5"
		>
			<FormField
				id="email-new"
				name="email"
				type="email"
				label="New email"
				hint="We send a code to it. Your current address stays until you enter the code."
				error={errors.email}
				readOnly={submitting}
				required
				maxLength={254}
				autoComplete="email"
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
			/>
			<PasswordField
				id="email-current"
				name="current"
				label="Password"
				error={errors.current}
				readOnly={submitting}
				required
				autoComplete="current-password"
			/>
			<SubmissionFailure title="The address was not changed" state={state} />
			<SavedLine>{saved && "We sent a code to the new address."}</SavedLine>
			<div>
				<Button type="submit" variant="secondary" disabled={submitting}>
					{submitting ? "Sending" : "Change email"}
				</Button>
			</div>
		</form>
	);
}

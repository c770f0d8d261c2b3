import { useQueryClient } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import type { EmailConfirmation } from "#contract/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { meQuery } from "#src/lib/session/me-query.ts";
import { ResendButton } from "#src/lib/session/resend-button.tsx";
import type { WithSession } from "#src/lib/session/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";
import { useSave } from "../use-save.ts";

type Props = {
	/** The address to confirm. */
	email: string;
	withSession: WithSession;
};

export function EmailCode({ email, withSession }: Props) {
	const { state, form, submitting, errors, edited, save } = useSave(withSession);
	const queries = useQueryClient();

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const body: EmailConfirmation = { email, code: (formTexts(event.currentTarget).code ?? "").trim() };
		if (!(await save(() => callApi(API_PATHS.confirmEmail, { method: "POST", body })))) return;
		await queries.invalidateQueries({ queryKey: meQuery.queryKey });
	};

	return (
		<div className="border-brass border-s-4 ps-4">
			<form
				ref={form}
				method="dialog"
				aria-label="Confirm the address"
				onInput={edited}
				onSubmit={onSubmit}
				className="grid gap-5"
			>
				<p className="wrap-anywhere text-15">We sent a code to {email}. It works for 24 hours.</p>
				<CodeField id="email-code" error={errors.code} readOnly={submitting} required />
				<SubmissionFailure title="The address was not confirmed" state={state} />
				<div>
					<Button type="submit" variant="secondary" disabled={submitting}>
						{submitting ? "Confirming" : "Confirm the address"}
					</Button>
				</div>
			</form>
			<ResendButton withSession={withSession} />
		</div>
	);
}

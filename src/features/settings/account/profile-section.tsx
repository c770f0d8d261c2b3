import { useQueryClient } from "@tanstack/react-query";
import type { SubmitEvent } from "react";
import { type Me, me as meSchema, type ProfileChange } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { meQuery, refreshAccount } from "#src/lib/session/me-query.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";

type Props = { me: Me; withSession: WithSession };

export function ProfileSection({ me, withSession }: Props) {
	const { state, form, saved, submitting, errors, edited, save } = useSave(withSession);
	const queries = useQueryClient();

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { firstName = "", lastName = "", company = "", updates } = formTexts(event.currentTarget);
		const body: ProfileChange = { firstName, lastName, company, updates: updates !== undefined };
		await save(async () => {
			const changed = await callApi(API_PATHS.me, { method: "PATCH", body, answer: meSchema });
			queries.setQueryData(meQuery.queryKey, changed);
			refreshAccount(changed);
		});
	};

	const field = (name: "firstName" | "lastName" | "company") => ({
		id: `profile-${name}`,
		name,
		defaultValue: me[name],
		error: errors[name],
		readOnly: submitting,
		required: true,
	});

	return (
		<Section id="profile" heading="Profile">
			<form
				ref={form}
				method="dialog"
				aria-labelledby="profile"
				onInput={edited}
				onSubmit={onSubmit}
				className="grid gap-5"
			>
				<FormField {...field("firstName")} label="First name" autoComplete="given-name" />
				<FormField {...field("lastName")} label="Last name" autoComplete="family-name" />
				<FormField {...field("company")} label="Company" autoComplete="organization" />
				<CheckField id="profile-updates" name="updates" defaultChecked={me.updates}>
					Send me product updates by email
				</CheckField>
				<SubmissionFailure title="The profile was not saved" state={state} />
				<SavedLine>{saved && "Saved."}</SavedLine>
				<div>
					<Button type="submit" variant="secondary" disabled={submitting}>
						{submitting ? "Saving" : "Save profile"}
					</Button>
				</div>
			</form>
		</Section>
	);
}

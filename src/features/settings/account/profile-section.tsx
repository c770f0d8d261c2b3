import { useQueryClient } from "@tanstack/react-query";
import { type Me, me as meSchema, type ProfileChange } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { meQuery, refreshAccount } from "#src/lib/session/me-query.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { SaveForm } from "../save-form.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";

type Props = { me: Me; withSession: WithSession };

export function ProfileSection({ me, withSession }: Props) {
	const saving = useSave(withSession);
	const { saved, submitting, errors, save } = saving;
	const queries = useQueryClient();

	const onSend = async (sent: HTMLFormElement) => {
		const { firstName = "", lastName = "", company = "", updates } = formTexts(sent);
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
			<SaveForm
				saving={saving}
				name={{ headingId: "profile" }}
				failed="The profile was not saved"
				done={saved && "Saved."}
				button={{ label: "Save profile", busy: "Saving", variant: "secondary" }}
				onSend={onSend}
			>
				<FormField {...field("firstName")} label="First name" autoComplete="given-name" />
				<FormField {...field("lastName")} label="Last name" autoComplete="family-name" />
				<FormField {...field("company")} label="Company" autoComplete="organization" />
				<CheckField id="profile-updates" name="updates" defaultChecked={me.updates}>
					Send me product updates by email
				</CheckField>
			</SaveForm>
		</Section>
	);
}

import { useQueryClient } from "@tanstack/react-query";
import type { EmailChange } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { meQuery } from "#src/lib/session/me-query.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import { SaveForm } from "../save-form.tsx";
import { useSave } from "../use-save.ts";

/** Changes the address. The old one stays until the code sent to the new one is entered. */
export function ChangeEmail({ withSession }: { withSession: WithSession }) {
	const saving = useSave(withSession);
	const { saved, submitting, errors, save } = saving;
	const queries = useQueryClient();

	const onSend = async (sent: HTMLFormElement) => {
		const { email = "", current = "" } = formTexts(sent);
		const body: EmailChange = { email: email.trim(), current };
		if (!(await save(() => callApi(API_PATHS.changeEmail, { method: "POST", body })))) return;
		sent.reset();
		await queries.invalidateQueries({ queryKey: meQuery.queryKey });
	};

	return (
		<SaveForm
			saving={saving}
			name={{ text: "Change the address" }}
			failed="The address was not changed"
			done={saved && "We sent a code to the new address."}
			button={{ label: "Change email", busy: "Sending", variant: "secondary" }}
			onSend={onSend}
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
		</SaveForm>
	);
}

import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { ColorField } from "../room/color-field.tsx";
import type { ClientDraft } from "./client-draft.ts";
import { countryChoices } from "./countries.ts";

type Props = {
	start: ClientDraft;
	/** Whether the client is being added. */
	isNew: boolean;
	errors: Record<string, string>;
	readOnly: boolean;
};

/** The fields of a client's form. */
export function ClientFields({ start, isNew, errors, readOnly }: Props) {
	const field = (name: "name" | "code" | "sector" | "contact") => ({
		id: `client-${name}`,
		name,
		defaultValue: start[name],
		error: errors[name],
		readOnly,
		autoComplete: "off",
	});
	return (
		<>
			<FormField {...field("name")} label="Name" required maxLength={100} />
			<FormField
				{...field("code")}
				label={isNew ? "Code (optional)" : "Code"}
				hint={
					isNew
						? "Part of its addresses, such as /dashboard/c/acme-bank. Left empty, it is made from the name."
						: "Part of its addresses. Links with the old code stop working when you change it."
				}
				required={!isNew}
				maxLength={32}
				autoCapitalize="none"
				autoCorrect="off"
				spellCheck={false}
			/>
			<ColorField id="client-color" value={start.color} />
			<ChoiceField
				id="client-country"
				name="country"
				label="Country (optional)"
				none="Not given"
				options={countryChoices(start.country)}
				defaultValue={start.country}
				error={errors.country}
				disabled={readOnly}
			/>
			<FormField {...field("sector")} label="Sector (optional)" maxLength={100} />
			<FormField {...field("contact")} label="Contact (optional)" hint="A person at the client." maxLength={200} />
		</>
	);
}

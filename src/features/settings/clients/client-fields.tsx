import { FormField } from "#src/ui/fields/form-field.tsx";
import { ColorField } from "../room/color-field.tsx";
import type { ClientDraft } from "./client-draft.ts";

type Props = {
	start: ClientDraft;
	/** Whether the client is being added. */
	isNew: boolean;
	errors: Record<string, string>;
	readOnly: boolean;
};

/** The fields of a client's form. */
export function ClientFields({ start, isNew, errors, readOnly }: Props) {
	const field = (name: "name" | "code" | "country" | "sector" | "contact") => ({
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
			<FormField
				{...field("country")}
				label="Country (optional)"
				hint="Two letters, such as NG."
				maxLength={2}
				autoCapitalize="characters"
				spellCheck={false}
			/>
			<FormField {...field("sector")} label="Sector (optional)" maxLength={100} />
			<FormField {...field("contact")} label="Contact (optional)" hint="A person at the client." maxLength={200} />
		</>
	);
}

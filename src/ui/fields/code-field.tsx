import type { ComponentProps } from "react";
import { FormField } from "./form-field.tsx";

type Props = Omit<ComponentProps<typeof FormField>, "label" | "name"> & { label?: string };

/** A code, from an email unless `label` and `hint` say otherwise. Spaces and capitals do not matter: the server ignores them. */
export function CodeField(props: Props) {
	return (
		<FormField
			name="code"
			label="Code from the mail"
			hint="Eight letters and digits, such as K7QM-2XHB."
			autoComplete="one-time-code"
			autoCapitalize="characters"
			autoCorrect="off"
			spellCheck={false}
			{...props}
		/>
	);
}

import { type ComponentProps, useState } from "react";
import { FormField } from "#src/ui/fields/form-field.tsx";

type Props = Omit<ComponentProps<typeof FormField>, "type" | "children" | "inputMode"> & {
	/** Whether to start with the numeric keyboard. */
	digits: boolean;
};

/** Takes a PIN or a passphrase. Pasting is allowed; on a phone, the user can switch the keyboard. */
export function PinField({ id, digits, ...props }: Props) {
	const [letters, setLetters] = useState(!digits);
	return (
		<FormField
			id={id}
			type="password"
			inputMode={letters ? "text" : "numeric"}
			autoComplete="off"
			autoCapitalize="none"
			autoCorrect="off"
			spellCheck={false}
			{...props}
		>
			<button
				type="button"
				aria-controls={id}
				aria-pressed={letters}
				onClick={() => {
					setLetters(!letters);
					document.getElementById(id)?.focus();
				}}
				className="absolute end-0 top-[1.78rem] hidden h-12 min-w-18 cursor-pointer rounded-control px-3 font-medium text-15 text-accent underline underline-offset-4 pointer-coarse:block"
			>
				Letters
			</button>
		</FormField>
	);
}

import { type ComponentProps, useState } from "react";
import { FormField } from "./form-field.tsx";

type Props = Omit<ComponentProps<typeof FormField>, "type" | "children" | "autoComplete"> & {
	autoComplete: "current-password" | "new-password";
};

/** A password field that can show what was typed. */
export function PasswordField({ id, label, ...props }: Props) {
	const [shown, setShown] = useState(false);
	return (
		<FormField
			id={id}
			label={label}
			type={shown ? "text" : "password"}
			autoCapitalize="none"
			autoCorrect="off"
			spellCheck={false}
			{...props}
		>
			<button
				type="button"
				aria-controls={id}
				onClick={() => setShown(!shown)}
				className="absolute end-0 top-[1.78rem] h-12 min-w-18 cursor-pointer rounded-control px-3 font-medium text-15 text-accent underline underline-offset-4"
			>
				{shown ? "Hide" : "Show"}
				<span className="sr-only"> {label.toLowerCase()}</span>
			</button>
		</FormField>
	);
}

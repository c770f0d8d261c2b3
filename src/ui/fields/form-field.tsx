import type { ComponentProps, ReactNode } from "react";
import { FieldNote } from "./field-note.tsx";
import { TextField } from "./text-field.tsx";

type Props = ComponentProps<typeof TextField> & {
	/** The error; absent or empty if there is none. */
	error?: string | undefined;
	/** A line of help text below it. */
	hint?: ReactNode;
};

/** A text field of a form with its error and hint, also for screen readers. */
export function FormField({ id, error = "", hint, children, ...props }: Props) {
	return (
		<TextField
			id={id}
			aria-invalid={error !== "" || undefined}
			aria-describedby={error || hint ? `${id}-note` : undefined}
			{...props}
		>
			{children}
			<FieldNote id={`${id}-note`} error={error} hint={hint} />
		</TextField>
	);
}

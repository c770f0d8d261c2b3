import type { ComponentProps, ReactNode } from "react";
import { FieldNote } from "./field-note.tsx";
import { TextField } from "./text-field.tsx";

type Props = ComponentProps<typeof TextField> & {
	/** What is wrong with it; absent or empty when nothing is. */
	error?: string | undefined;
	/** A line below it that helps. */
	hint?: ReactNode;
};

/** A line of a form that is told what is wrong with it, and says so to everybody. */
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

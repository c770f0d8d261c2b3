import type { ComponentProps } from "react";
import { FieldNote } from "./field-note.tsx";

type Props = Omit<ComponentProps<"textarea">, "className"> & { id: string; label: string; hint?: string };

/** A multi-line text field with its label. */
export function TextArea({ id, label, hint, ...props }: Props) {
	return (
		<div>
			<label htmlFor={id} className="mb-1.5 block font-medium text-15">
				{label}
			</label>
			<textarea
				id={id}
				aria-describedby={hint ? `${id}-note` : undefined}
				className="block w-full min-w-0 rounded-control border border-line-strong bg-raised px-3 py-2 text-17 text-ink hover:border-ink"
				{...props}
			/>
			<FieldNote id={`${id}-note`} error="" hint={hint} />
		</div>
	);
}

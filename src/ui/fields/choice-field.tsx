import type { ComponentProps } from "react";
import { FieldNote } from "./field-note.tsx";

/** The value to submit and its label. */
export type Choice = { value: string; label: string };

type Props = Omit<ComponentProps<"select">, "className" | "children"> & {
	id: string;
	label: string;
	/** The label of the empty choice. If omitted, one value is always chosen. */
	none?: string;
	/** A text is its own label; a pair has a separate one. */
	options: readonly (string | Choice)[];
	hint?: string;
	/** The error; absent or empty if there is none. */
	error?: string | undefined;
};

/** A field for choosing one of a few values, or none. */
export function ChoiceField({ id, label, none, options, hint, error = "", ...props }: Props) {
	return (
		<div>
			<label htmlFor={id} className="mb-1.5 block font-medium text-15">
				{label}
			</label>
			<select
				id={id}
				aria-invalid={error !== "" || undefined}
				aria-describedby={error || hint ? `${id}-note` : undefined}
				className="block h-12 w-full min-w-0 rounded-control border border-line-strong bg-raised px-3 text-17 text-ink hover:border-ink disabled:text-quiet aria-invalid:border-high"
				{...props}
			>
				{none !== undefined && <option value="">{none}</option>}
				{options
					.map((option) => (typeof option === "string" ? { value: option, label: option } : option))
					.map(({ value, label }) => (
						<option key={value} value={value}>
							{label}
						</option>
					))}
			</select>
			<FieldNote id={`${id}-note`} error={error} hint={hint} />
		</div>
	);
}

import type { ComponentProps } from "react";
import { FieldNote } from "./field-note.tsx";

/** What is sent, and what it is called. */
export type Choice = { value: string; label: string };

type Props = Omit<ComponentProps<"select">, "className" | "children"> & {
	id: string;
	label: string;
	/** What no choice is called; left out where one is always made. */
	none?: string;
	/** A text stands for itself; a pair has a label of its own. */
	options: readonly (string | Choice)[];
	hint?: string;
	/** What is wrong with it; absent or empty when nothing is. */
	error?: string | undefined;
};

/** One of a few, or none of them. */
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

import type { ReactNode, SubmitEvent } from "react";
import { formQuery } from "#src/lib/forms/form-values.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";

type Props = {
	/** The things being filtered, for the title: `scans`. */
	what: string;
	/** The label of the button that applies it. */
	show?: string;
	/** Its fields. */
	children: ReactNode;
	/** Gets the chosen values by field name. Parse them like an address: an invalid value is ignored. */
	onApply(query: URLSearchParams): void;
	onClear(): void;
	onClose(): void;
};

/** A list's filter: its fields, and buttons that apply it or clear it. With nothing chosen, nothing is filtered. */
export function FilterDialog({ what, show = "Show", children, onApply, onClear, onClose }: Props) {
	const apply = (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		onApply(formQuery(event.currentTarget));
	};
	return (
		<Modal title={`Filter ${what}`} onClose={onClose}>
			<form onSubmit={apply} className="grid gap-4">
				{children}
				<div className="flex items-center justify-end gap-5">
					<Button variant="plain" onClick={onClear}>
						Clear all
					</Button>
					<Button type="submit" variant="primary">
						{show}
					</Button>
				</div>
			</form>
		</Modal>
	);
}

type ChoiceProps<T extends string> = {
	name: string;
	label: string;
	/** The label of an empty choice. Left out: one value is always chosen. */
	none?: string;
	values: readonly T[];
	/** A value's label; without it, the value itself. */
	labelOf?(value: T): string;
	/** The current choice. */
	chosen: string | undefined;
	hint?: string | undefined;
};

/** One of a few values to filter by. */
export const FilterChoice = <T extends string>({
	name,
	label,
	none,
	values,
	labelOf = String,
	chosen = "",
	hint,
}: ChoiceProps<T>) => (
	<ChoiceField
		id={`filter-${name}`}
		name={name}
		label={label}
		options={values.map((value) => ({ value, label: labelOf(value) }))}
		defaultValue={chosen}
		{...(none !== undefined && { none })}
		{...(hint && { hint })}
	/>
);

type DaysProps = {
	/** The current choice, YYYY-MM-DD. */
	chosen: { from?: string | undefined; to?: string | undefined };
	labels: readonly [from: string, to: string];
};

/** The first and the last day of a period to filter by. */
export const FilterDays = ({ chosen: { from = "", to = "" }, labels }: DaysProps) => (
	<>
		<TextField id="filter-from" name="from" type="date" label={labels[0]} defaultValue={from} />
		<TextField id="filter-to" name="to" type="date" label={labels[1]} defaultValue={to} />
	</>
);

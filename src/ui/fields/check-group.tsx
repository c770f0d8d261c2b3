import { useId } from "react";
import { CheckField } from "./check-field.tsx";

type Props<T extends string> = {
	legend: string;
	name: string;
	values: readonly T[];
	chosen: readonly string[] | undefined;
	/** A value's label; by default, the value capitalized. */
	labelOf?(value: T): string;
};

const capitalized = (value: string) => value.charAt(0).toUpperCase() + value.slice(1);

/** A group of checkboxes. */
export function CheckGroup<T extends string>({ legend, name, values, chosen, labelOf = capitalized }: Props<T>) {
	const id = useId();
	return (
		<fieldset>
			<legend className="font-medium text-15">{legend}</legend>
			<div className="flex flex-wrap gap-x-5">
				{values.map((value) => (
					<CheckField
						key={value}
						id={`${id}-${value}`}
						name={name}
						value={value}
						defaultChecked={chosen?.includes(value) ?? false}
					>
						{labelOf(value)}
					</CheckField>
				))}
			</div>
		</fieldset>
	);
}

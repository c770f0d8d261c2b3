import { useId } from "react";
import { CheckField } from "./check-field.tsx";

type Props = {
	legend: string;
	name: string;
	values: readonly string[];
	chosen: readonly string[] | undefined;
	/** The label of a value. Left out: the value, capitalized. */
	labelOf?(value: string): string;
};

const capitalized = (value: string) => value.charAt(0).toUpperCase() + value.slice(1);

/** Chooses several of a few values with checkboxes. */
export function CheckGroup({ legend, name, values, chosen, labelOf = capitalized }: Props) {
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

import { useId } from "react";

type Props<V extends string> = {
	legend: string;
	choices: readonly { value: V; label: string }[];
	chosen: V | null;
	onChoose(value: V): void;
};

/** A few values to choose one from, each large enough for a thumb. */
export function ChoiceChips<V extends string>({ legend, choices, chosen, onChoose }: Props<V>) {
	const name = useId();
	return (
		<fieldset>
			<legend className="wrap-anywhere mb-2 font-medium text-15">{legend}</legend>
			<div className="flex flex-wrap gap-2">
				{choices.map(({ value, label }) => (
					<label
						key={value}
						className="flex min-h-11 grow cursor-pointer items-center justify-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-15 has-checked:border-ink has-checked:bg-ink has-checked:font-semibold has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
					>
						<input
							type="radio"
							name={name}
							value={value}
							checked={chosen === value}
							onChange={() => onChoose(value)}
							className="sr-only"
						/>
						{label}
					</label>
				))}
			</div>
		</fieldset>
	);
}

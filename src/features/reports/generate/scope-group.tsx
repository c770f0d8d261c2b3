import { useId, useState } from "react";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";

type Props = {
	legend: string;
	name: string;
	values: readonly string[];
};

/** From this length on, a list can be searched. */
const MANY = 10;

/** Some of an account's targets or clients. None checked means all of them. */
export function ScopeGroup({ legend, name, values }: Props) {
	const id = useId();
	const [search, setSearch] = useState("");
	const wanted = search.trim().toLowerCase();
	return (
		<fieldset className="min-w-0">
			<legend className="font-medium text-15">{legend}</legend>
			{values.length > MANY && (
				<div className="mt-2">
					<TextField
						id={`${id}-search`}
						label={`Find among ${values.length}`}
						type="search"
						value={search}
						onChange={({ target }) => setSearch(target.value)}
					/>
				</div>
			)}
			<div className="max-h-52 overflow-y-auto">
				{values.map((value) => (
					// Hidden rather than removed: what is checked stays checked.
					<div key={value} hidden={!value.toLowerCase().includes(wanted)}>
						<CheckField id={`${id}-${value}`} name={name} value={value}>
							<bdi className="wrap-anywhere">{value}</bdi>
						</CheckField>
					</div>
				))}
			</div>
		</fieldset>
	);
}

import { LABEL_LIMITS } from "#contract/scans.ts";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { SuggestionList } from "#src/ui/fields/suggestion-list.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import type { LabelName } from "./launch-labels.ts";

type Props = {
	/** Before the ids of the fields. */
	id: string;
	values: Readonly<Record<string, string>>;
	clients: readonly string[];
	disabled: boolean;
	onChange(name: LabelName, value: string): void;
};

/** Whose target it is, and a note. Folded away: most scans are one's own. */
export function LabelFields({ id, values, clients, disabled, onChange }: Props) {
	const { client = "", note = "" } = values;
	return (
		<details className="border-line border-y">
			<summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-15 before:content-['+'] in-open:before:content-['−'] [&::-webkit-details-marker]:hidden">
				<span className="font-medium">For a client</span>
				<span className="min-w-0 truncate text-quiet">{client.trim() || "optional"}</span>
			</summary>
			<div className="grid gap-4 pt-1 pb-4">
				<FormField
					id={`${id}-client`}
					name="client"
					label="Client"
					value={client}
					readOnly={disabled}
					maxLength={LABEL_LIMITS.client}
					autoComplete="off"
					list={`${id}-clients`}
					hint="The scan, and its host if it has no client yet, are listed under this name."
					onChange={({ target }) => onChange("client", target.value)}
				>
					<SuggestionList id={`${id}-clients`} values={clients} />
				</FormField>
				<TextArea
					id={`${id}-note`}
					name="note"
					label="Note"
					rows={2}
					value={note}
					readOnly={disabled}
					maxLength={LABEL_LIMITS.note}
					onChange={({ target }) => onChange("note", target.value)}
				/>
			</div>
		</details>
	);
}

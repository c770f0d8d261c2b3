import type { Client } from "#contract/workspaces/workspaces.ts";
import { ClientField } from "#src/lib/workspace/clients/client-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { type LabelName, NOTE_LIMIT } from "./launch-labels.ts";

type Props = {
	/** Prefix of the fields' ids. */
	id: string;
	note: string;
	/** Who the scan is for. */
	client: Client | null;
	disabled: boolean;
	onChange(name: LabelName, value: string): void;
};

/** The client that the scan is for, and a collapsed note. */
export function LabelFields({ id, note, client, disabled, onChange }: Props) {
	return (
		<>
			<ClientField id={id} client={client} disabled={disabled} onChange={(value) => onChange("client", value)} />
			<details className="group border-line border-y">
				<summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-15 before:content-['+'] group-open:before:content-['−'] [&::-webkit-details-marker]:hidden">
					<span className="font-medium">Note</span>
					<span className="min-w-0 truncate text-quiet">{note.trim() || "optional"}</span>
				</summary>
				<div className="pt-1 pb-4">
					<TextArea
						id={`${id}-note`}
						name="note"
						label="Note"
						rows={2}
						value={note}
						readOnly={disabled}
						maxLength={NOTE_LIMIT}
						onChange={({ target }) => onChange("note", target.value)}
					/>
				</div>
			</details>
		</>
	);
}

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ControlId } from "#contract/controls/controls.ts";
import { evidenceListQuery } from "#src/lib/evidence/evidence-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import type { DocumentDraft } from "./run-draft.ts";

type Props = {
	controlId: ControlId;
	document: DocumentDraft;
	onChange(document: DocumentDraft): void;
};

const RECORD = [
	{ name: "place", label: "Where it is", hint: "A link, a folder or a shelf.", most: 500 },
	{ name: "version", label: "Version or date", hint: undefined, most: 200 },
	{ name: "holder", label: "Who holds it", hint: undefined, most: 200 },
] as const;

/** Which document it is: evidence on the control that has it, or its record. */
export function DocumentFields({ controlId, document, onChange }: Props) {
	const { scope } = useScope();
	const { data } = useInfiniteQuery(evidenceListQuery({ subject: "control", id: controlId, method: "by-hand" }, scope));
	const pieces = (data?.pages.flatMap(({ evidence }) => evidence) ?? []).filter(
		({ kind, state }) => kind !== "test-run" && state !== "withdrawn",
	);
	return (
		<fieldset className="grid gap-4">
			<legend className="mb-2 font-medium text-15">Which document is it?</legend>
			{pieces.length > 0 && (
				<ChoiceField
					id="run-document"
					label="Evidence on this control"
					none="None of it: I say where it is"
					options={pieces.map(({ id, title }) => ({ value: id, label: title }))}
					value={document.evidence}
					onChange={({ target }) => onChange({ ...document, evidence: target.value })}
				/>
			)}
			{document.evidence === "" &&
				RECORD.map(({ name, label, hint, most }) => (
					<FormField
						key={name}
						id={`run-document-${name}`}
						name={name}
						label={label}
						hint={hint}
						maxLength={most}
						required
						value={document[name]}
						onChange={({ target }) => onChange({ ...document, [name]: target.value })}
					/>
				))}
		</fieldset>
	);
}

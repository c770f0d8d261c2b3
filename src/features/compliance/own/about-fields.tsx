import type { OwnFrameworkAbout } from "#contract/frameworks/own-frameworks.ts";
import { PACK_KINDS } from "#contract/frameworks/pack.ts";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { KIND_LABELS } from "../list/kind-labels.ts";

type Props = {
	about: OwnFrameworkAbout;
	errors: Readonly<Record<string, string>>;
	onChange(about: OwnFrameworkAbout): void;
};

/** What people say of a framework that they add. */
export function AboutFields({ about, errors, onChange }: Props) {
	return (
		<div className="grid gap-4 md:grid-cols-2">
			<FormField
				id="own-name"
				name="name"
				label="Name"
				required
				maxLength={60}
				value={about.name}
				error={errors.name}
				onChange={({ target }) => onChange({ ...about, name: target.value })}
			/>
			<FormField
				id="own-version"
				name="version"
				label="Version or edition (optional)"
				maxLength={60}
				value={about.version}
				error={errors.version}
				onChange={({ target }) => onChange({ ...about, version: target.value })}
			/>
			<FormField
				id="own-publisher"
				name="publisher"
				label="Published by (optional)"
				maxLength={80}
				value={about.publisher}
				error={errors.publisher}
				onChange={({ target }) => onChange({ ...about, publisher: target.value })}
			/>
			<ChoiceField
				id="own-kind"
				label="Kind"
				options={PACK_KINDS.map((value) => ({ value, label: KIND_LABELS[value] }))}
				value={about.kind}
				onChange={({ target }) => {
					const kind = PACK_KINDS.find((each) => each === target.value);
					if (kind) onChange({ ...about, kind });
				}}
			/>
		</div>
	);
}

import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { CLASS_IDS } from "#contract/controls/classes.ts";
import type { ControlDetail } from "#contract/controls/controls.ts";
import { TEST_KINDS, type TestId, type TestKind } from "#contract/controls/tests.ts";
import { refreshCompliance } from "#src/lib/compliance/compliance-keys.ts";
import { classText } from "#src/lib/controls/class-text.ts";
import { TEST_KIND_LABELS } from "#src/lib/controls/control-labels.ts";
import { addTest, controlQuery } from "#src/lib/controls/controls-api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { CheckGroup } from "#src/ui/fields/check-group.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { readSpec } from "./read-spec.ts";

type Props = { control: ControlDetail; onClose(): void };

/** What each kind asks for besides a title and a cadence. */
function SpecFields({ kind }: { kind: TestKind }) {
	switch (kind) {
		case "scan":
			return (
				<>
					<CheckGroup legend="Look for" name="classes" values={CLASS_IDS} chosen={[]} labelOf={classText} />
					<TextArea
						id="test-hosts"
						name="hosts"
						label="Hosts, one in a line"
						hint="Leave it empty for all hosts."
						rows={2}
					/>
				</>
			);
		case "checklist":
			return (
				<TextArea
					id="test-questions"
					name="questions"
					label="Questions, one in a line"
					hint="A “no” fails the run."
					rows={5}
					required
				/>
			);
		case "document":
			return <FormField id="test-document" name="document" label="Which document" required maxLength={200} />;
		case "attestation":
			return <TextArea id="test-statement" name="statement" label="Statement" rows={3} required maxLength={500} />;
	}
}

/** Adds a test to a control. */
export function AddTestDialog({ control, onClose }: Props) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const [id] = useState(() => newId() as TestId);
	const [kind, setKind] = useState<TestKind>("checklist");
	const [touched, setTouched] = useState(false);
	const { state, form, submit, clear } = useSubmission();
	const [trouble, setTrouble] = useState("");
	const busy = state.status === "submitting";
	useBusyForm(touched);
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const fields = new FormData(event.currentTarget);
		const spec = readSpec(kind, fields);
		if ("trouble" in spec) return setTrouble(spec.trouble);
		const body = { id, title: String(fields.get("title")), everyDays: Number(fields.get("everyDays")), spec };
		const added = await submit(async () => {
			const detail = await addTest(control.id, body, scope);
			queries.setQueryData(controlQuery(control.id, scope).queryKey, detail);
			void refreshCompliance(queries);
		});
		if (added) onClose();
	};
	return (
		<Modal title="Add a test" subtitle={`${control.code} ${control.title}`} busy={busy} onClose={onClose}>
			<form
				ref={form}
				onSubmit={onSubmit}
				onInput={() => {
					setTouched(true);
					setTrouble("");
					clear();
				}}
				className="grid gap-4"
			>
				<ChoiceField
					id="test-kind"
					label="Kind"
					options={TEST_KINDS.map((value) => ({ value, label: TEST_KIND_LABELS[value] }))}
					value={kind}
					onChange={({ target }) => setKind(target.value as TestKind)}
				/>
				<FormField id="test-title" name="title" label="Title" required maxLength={200} autoComplete="off" />
				<FormField
					id="test-every"
					name="everyDays"
					type="number"
					inputMode="numeric"
					min={1}
					max={1_096}
					defaultValue="90"
					label="Every how many days"
					required
				/>
				<SpecFields key={kind} kind={kind} />
				<p role="alert" className="font-medium text-15 text-high empty:hidden">
					{trouble}
				</p>
				<SubmissionFailure title="Not added" state={state} />
				<Button type="submit" variant="primary" disabled={busy}>
					{busy ? "Adding…" : "Add the test"}
				</Button>
			</form>
		</Modal>
	);
}

import { type SubmitEvent, useRef } from "react";
import { KINDS, SCAN_KINDS } from "#contract/kinds/kinds.ts";
import type { ScanKind } from "#contract/scans/scans.ts";
import type { Overlap, ScheduleRequest } from "#contract/scans/schedules.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import type { useSubmission } from "#src/lib/forms/use-submission.ts";
import { ClientField } from "#src/lib/workspace/clients/client-field.tsx";
import { Button } from "#src/ui/button.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { LaunchField } from "../launch/launch-field.tsx";
import { FORMS } from "../launch/launch-forms.ts";
import { useSuggestions } from "../launch/use-suggestions.ts";
import { NextRuns } from "./next-runs.tsx";
import { fieldsOf, type ScheduleValues, scheduleIn } from "./schedule-values.ts";
import { TimingFields } from "./timing-fields.tsx";

type Props = {
	values: ScheduleValues;
	onChange(values: ScheduleValues): void;
	submission: ReturnType<typeof useSubmission>;
	/** Sends it. `key` is the same for every attempt at the same request. */
	save(request: ScheduleRequest, key: string): Promise<unknown>;
	/** Who a new schedule is for. An existing schedule keeps its client. */
	whose: { client: Client | null; choose(id: string): void } | null;
	onClose(): void;
};

const KIND_OPTIONS = SCAN_KINDS.map((kind) => ({ value: kind, label: KINDS[kind].name }));
const OVERLAPS: { value: Overlap; label: string }[] = [
	{ value: "skip", label: "Skip the new run" },
	{ value: "replace", label: "Cancel the old scan and start the new one" },
];

/** One key for each request: a request edited after a failure is a new one. */
function useRequestKey(): (request: ScheduleRequest) => string {
	const last = useRef({ text: "", key: "" });
	return (request) => {
		const text = JSON.stringify(request);
		if (last.current.text !== text) last.current = { text, key: crypto.randomUUID() };
		return last.current.key;
	};
}

/** What is scanned, and when. */
export function ScheduleForm({ values, onChange, submission, save, whose, onClose }: Props) {
	const { state, form, submit, clear } = submission;
	const keyOf = useRequestKey();
	const targets = useSuggestions(values.kind);
	const submitting = state.status === "submitting";
	const errors = state.status === "failed" ? state.fields : {};
	const change = (some: Partial<ScheduleValues>) => {
		clear();
		onChange({ ...values, ...some });
	};
	const onSubmit = async (event: SubmitEvent) => {
		event.preventDefault();
		const saved = await submit(async () => {
			const request = scheduleIn(values);
			await save(request, keyOf(request));
		});
		if (saved) onClose();
	};
	return (
		<form ref={form} onSubmit={onSubmit} className="grid gap-5">
			<FormField
				id="schedule-name"
				name="name"
				label="Name"
				required
				maxLength={100}
				autoComplete="off"
				value={values.name}
				error={errors.name}
				onChange={({ target }) => change({ name: target.value })}
			/>
			<ChoiceField
				id="schedule-kind"
				label="Kind of scan"
				options={KIND_OPTIONS}
				value={values.kind}
				hint={FORMS[values.kind].about}
				onChange={({ target }) => change({ kind: target.value as ScanKind })}
			/>
			{fieldsOf(values.kind).map((field) => (
				<LaunchField
					key={field.name}
					id={`schedule-scan-${field.name}`}
					field={field}
					value={values.scan[field.name] ?? ""}
					disabled={submitting}
					error={errors[`request/body/${field.name}`]}
					targets={targets}
					onChange={(value) => change({ scan: { ...values.scan, [field.name]: value } })}
				/>
			))}
			{whose && <ClientField id="schedule" client={whose.client} disabled={submitting} onChange={whose.choose} />}
			<TimingFields values={values} errors={errors} onChange={change} />
			<NextRuns values={values} />
			<ChoiceField
				id="schedule-overlap"
				label="If the previous scan is still running"
				options={OVERLAPS}
				value={values.overlap}
				onChange={({ target }) => change({ overlap: target.value as Overlap })}
			/>
			<CheckField
				id="schedule-digest"
				checked={values.digest}
				onChange={({ target }) => change({ digest: target.checked })}
			>
				Email me what changed
			</CheckField>
			<SubmissionFailure title="Not saved" state={state} />
			<div className="flex items-center justify-end gap-5">
				<Button variant="plain" disabled={submitting} onClick={onClose}>
					Not now
				</Button>
				<Button type="submit" variant="primary" disabled={submitting}>
					{submitting ? "Saving…" : "Save schedule"}
				</Button>
			</div>
			<p className="text-13 text-quiet">Only scan what you own or have permission to scan.</p>
		</form>
	);
}

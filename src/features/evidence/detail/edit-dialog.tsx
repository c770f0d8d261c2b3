import { useQueryClient } from "@tanstack/react-query";
import { type SubmitEvent, useState } from "react";
import { type EvidenceDetail, NOTE_LIMIT, TITLE_LIMIT } from "#contract/evidence/evidence.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { changeEvidence, evidenceDetailQuery, refreshEvidence } from "#src/lib/evidence/evidence-api.ts";
import { EVIDENCE_DAY_LABELS, EVIDENCE_DAYS, type EvidenceDay } from "#src/lib/evidence/evidence-labels.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";

type Props = { evidence: EvidenceDetail; onClose(): void };

type Days = Record<EvidenceDay, string>;

/** As the fields hold them: empty where there is none. */
const daysOf = ({ effectiveFrom, effectiveTo, expiresOn }: EvidenceDetail): Days => ({
	effectiveFrom: effectiveFrom ?? "",
	effectiveTo: effectiveTo ?? "",
	expiresOn: expiresOn ?? "",
});

/** Only what was changed; null removes a day. */
const changedDays = (now: Days, before: Days): Partial<Record<keyof Days, string | null>> =>
	Object.fromEntries(
		EVIDENCE_DAYS.filter((name) => now[name] !== before[name]).map((name) => [name, now[name] || null]),
	);

/** Corrects title, note, period and last day. If another member was first, shows their text beside the typed one. */
export function EditDialog({ evidence, onClose }: Props) {
	const client = useQueryClient();
	const { scope } = useScope();
	/** What the change starts from. */
	const [base, setBase] = useState(evidence);
	const [meanwhile, setMeanwhile] = useState(false);
	const [title, setTitle] = useState(evidence.title);
	const [note, setNote] = useState(evidence.note);
	const [days, setDays] = useState(() => daysOf(evidence));
	const { state, form, submit, clear } = useSubmission();
	const before = daysOf(base);
	const changed =
		title !== base.title || note !== base.note || EVIDENCE_DAYS.some((name) => days[name] !== before[name]);
	const errors: Record<string, string> = state.status === "failed" ? state.fields : {};
	useBusyForm(changed);
	const busy = state.status === "submitting";

	const onSubmit = async (event: SubmitEvent) => {
		event.preventDefault();
		const done = await submit(async () => {
			try {
				const { version } = base;
				const detail = await changeEvidence(evidence.id, { title, note, ...changedDays(days, before), version }, scope);
				client.setQueryData(evidenceDetailQuery(evidence.id, scope).queryKey, detail);
				void refreshEvidence(client);
			} catch (error) {
				if (error instanceof ApiFailure && error.code === "changed_meanwhile") {
					setBase(await client.fetchQuery({ ...evidenceDetailQuery(evidence.id, scope), staleTime: 0 }));
					setMeanwhile(true);
				}
				throw error;
			}
		});
		if (done) onClose();
	};
	return (
		<Modal title="Edit" subtitle={evidence.title} busy={busy} onClose={onClose}>
			<form ref={form} onSubmit={onSubmit} className="grid gap-5">
				<FormField
					id="edit-title"
					name="title"
					label="Title"
					required
					maxLength={TITLE_LIMIT}
					autoComplete="off"
					value={title}
					readOnly={busy}
					error={errors.title}
					onChange={({ target }) => {
						setTitle(target.value);
						clear();
					}}
				/>
				<TextArea
					id="edit-note"
					name="note"
					label="Note"
					rows={6}
					maxLength={NOTE_LIMIT}
					value={note}
					readOnly={busy}
					onChange={({ target }) => {
						setNote(target.value);
						clear();
					}}
				/>
				<div className="grid gap-3 md:grid-cols-3">
					{EVIDENCE_DAYS.map((name) => (
						<FormField
							key={name}
							id={`edit-${name}`}
							name={name}
							type="date"
							label={EVIDENCE_DAY_LABELS[name]}
							value={days[name]}
							readOnly={busy}
							error={errors[name]}
							onChange={({ target }) => {
								setDays((now) => ({ ...now, [name]: target.value }));
								clear();
							}}
						/>
					))}
				</div>
				<SubmissionFailure title="Not saved" state={state} />
				{meanwhile && (
					<section aria-label="Meanwhile it says" className="border-line-strong border-s-4 ps-3 text-15">
						<p className="text-13 text-quiet">Meanwhile it says</p>
						<p className="wrap-anywhere font-semibold">
							<bdi>{base.title}</bdi>
						</p>
						<p className="wrap-anywhere whitespace-pre-line">{base.note}</p>
						<p className="mt-2 text-13 text-quiet">Saving now puts your words in place of these.</p>
					</section>
				)}
				<div className="flex items-center justify-end gap-5">
					<Button variant="plain" disabled={busy} onClick={onClose}>
						Cancel
					</Button>
					<Button type="submit" variant="primary" disabled={busy || !changed}>
						{busy ? "Saving…" : "Save"}
					</Button>
				</div>
			</form>
		</Modal>
	);
}

import { type SubmitEvent, useState } from "react";
import type { ControlDetail } from "#contract/controls/controls.ts";
import { ANSWERS, askedBy, type ControlTest, type RunId } from "#contract/controls/tests.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { useSay } from "#src/lib/words/use-say.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { ChoiceChips } from "#src/ui/fields/choice-chips.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { DocumentFields } from "./document-fields.tsx";
import { emptyDraft, outcomeOf, resultOf } from "./run-draft.ts";

const ANSWER_LABELS = { yes: "Yes", no: "No", "not-applicable": "Not applicable" } as const;
const ANSWER_CHOICES = ANSWERS.map((value) => ({ value, label: ANSWER_LABELS[value] }));

type Props = { control: ControlDetail; test: ControlTest; onClose(): void };

/** Runs a test by hand, in a sheet within the thumb's reach, also offline. */
export function RunDialog({ control, test: { id: testId, title, spec: newest }, onClose }: Props) {
	const say = useSay();
	// The questions don't change while they are being answered, and are sent along.
	const [spec] = useState(newest);
	const [id] = useState(() => newId() as RunId);
	const [draft, setDraft] = useState(() => emptyDraft(spec));
	const [note, setNote] = useState("");
	const [busy, setBusy] = useState(false);
	const [asked, setAsked] = useState(false);
	const read = outcomeOf(spec, draft);
	const outcome = "outcome" in read ? read.outcome : null;
	const fails = outcome !== null && resultOf({ outcome }) === "failed";
	const missing = "missing" in read ? read.missing : fails && note.trim() === "" ? "Say what is wrong." : null;
	useBusyForm(note !== "" || draft.holds !== null || draft.answers.some((answer) => answer !== null));
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		setAsked(true);
		if (busy || missing !== null || outcome === null) return;
		setBusy(true);
		const body = { id, testId, outcome, asked: askedBy(spec), note: note.trim() };
		const saved = await say({ kind: "test-run", body }, control.clientId);
		setBusy(false);
		if (saved) onClose();
	};
	return (
		<Modal title={title} subtitle={`${control.code} ${control.title}`} busy={busy} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-5">
				{spec.kind === "checklist" &&
					spec.questions.map((question, at) => (
						<ChoiceChips
							key={question}
							legend={question}
							choices={ANSWER_CHOICES}
							chosen={draft.answers[at] ?? null}
							onChoose={(answer) => setDraft((now) => ({ ...now, answers: now.answers.with(at, answer) }))}
						/>
					))}
				{(spec.kind === "document" || spec.kind === "attestation") && (
					<ChoiceChips
						legend={
							spec.kind === "document"
								? `Is it there, and is it recent? ${spec.document}`
								: `Does this hold? ${spec.statement}`
						}
						choices={[
							{ value: "yes", label: "Yes" },
							{ value: "no", label: "No" },
						]}
						chosen={draft.holds === null ? null : draft.holds ? "yes" : "no"}
						onChoose={(answer) => setDraft((now) => ({ ...now, holds: answer === "yes" }))}
					/>
				)}
				{spec.kind === "document" && draft.holds === true && (
					<DocumentFields
						controlId={control.id}
						document={draft.document}
						onChange={(document) => setDraft((now) => ({ ...now, document }))}
					/>
				)}
				<TextArea
					id="run-note"
					name="note"
					label={fails ? "What is wrong?" : "Note, optional"}
					rows={3}
					required={fails}
					maxLength={2_000}
					value={note}
					onChange={({ target }) => setNote(target.value)}
				/>
				<div>
					<p role="status" className="mb-2 text-15 empty:hidden">
						{asked && missing}
					</p>
					<Button type="submit" variant="primary" wide disabled={busy}>
						{busy ? "Saving…" : outcome === null ? "Record the run" : fails ? "Record: failed" : "Record: passed"}
					</Button>
				</div>
				<p className="text-13 text-quiet">
					It is saved on this device first. Photos and files go on the control as evidence.
				</p>
			</form>
		</Modal>
	);
}

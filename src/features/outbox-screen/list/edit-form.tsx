import { type FormEvent, useState } from "react";
import { KINDS, scanOfEntry } from "#contract/kinds/kinds.ts";
import { LABEL_LIMITS, SCAN_BODIES } from "#contract/scans/scans.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { signedInOwner } from "#src/lib/outbox/signed-in-owner.ts";
import type { Entry, EntryChanges } from "#src/requests/entry.ts";
import { type OutboxRequest, wordsOf } from "#src/requests/kinds.ts";
import { Button } from "#src/ui/button.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { KNOWN_CLIENTS } from "./known-clients.tsx";
import { fromField, LATEST, toField } from "./local-time.ts";
import { ownNote, withNote } from "./own-note.ts";

type Props = {
	entry: Entry;
	/** Resolves to why it could not be saved; null if it was. */
	onSave(changes: EntryChanges): Promise<string | null>;
	onClose(): void;
};

/** The request with a new target, or what is wrong with that target. */
function withTarget(request: OutboxRequest, target: string): OutboxRequest | string {
	const kind = scanOfEntry(request.kind);
	if (!kind || target === wordsOf(request).subject) return request;
	const read = SCAN_BODIES[kind].safeParse({ ...request.body, [KINDS[kind].target]: target });
	if (!read.success) return read.error.issues[0]?.message ?? "This is not a target.";
	return { kind: request.kind, body: read.data } as OutboxRequest;
}

const NO_ERROR = { target: "", time: "", saving: "" };

/**
 * Edits an entry's times, a scan's target, client and note, and the note of what has one of its own. A workspace's client cannot be changed: for
 * another client, make another request. Other kinds have no client and note here, because nothing would be sent of them.
 */
export function EditForm({ entry, onSave, onClose }: Props) {
	const [error, setError] = useState(NO_ERROR);
	useBusyForm(true);
	const isScan = scanOfEntry(entry.request.kind) !== undefined;
	const note = ownNote(entry.request);
	/** The labels of a scan without an account stay on this device. */
	const labelHint = entry.owner === "anonymous" ? "Only in this outbox. It is not sent." : undefined;
	const field = (name: string) => `${entry.id}-${name}`;

	async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
		event.preventDefault();
		const data = new FormData(event.currentTarget);
		const text = (name: string) => String(data.get(name) ?? "").trim();
		const request = isScan
			? withTarget(entry.request, text("target"))
			: note === null
				? entry.request
				: withNote(entry.request, text("note"));
		const [startAt, notAfter] = [fromField(text("startAt")), fromField(text("notAfter"))];
		const time = startAt !== null && notAfter !== null && notAfter <= startAt;
		if (typeof request === "string" || time) {
			const why = typeof request === "string" ? request : "";
			return setError({
				...NO_ERROR,
				...(isScan ? { target: why } : { saving: why }),
				time: time ? "This time must be later than the other." : "",
			});
		}
		const signedIn = signedInOwner();
		const problem = await onSave({
			request,
			startAt,
			notAfter,
			...(isScan && entry.clientId === undefined && { client: text("client") || null }),
			// Earlier versions kept a label for other kinds too, which the server never got.
			note: (isScan && text("note")) || null,
			...(isScan && signedIn !== null && signedIn !== "unclaimed" && { account: signedIn }),
		});
		if (problem === null) onClose();
		else setError({ ...NO_ERROR, saving: problem });
	}

	return (
		<form
			onSubmit={(event) => void submit(event)}
			className="mt-2 grid grid-cols-1 gap-4 border-line border-t pt-4 pb-2"
			noValidate
		>
			{isScan && (
				<FormField
					id={field("target")}
					name="target"
					label="Target"
					defaultValue={wordsOf(entry.request).subject}
					error={error.target}
					autoFocus
					autoComplete="off"
					autoCapitalize="off"
					spellCheck={false}
				/>
			)}
			<div className="grid grid-cols-1 gap-4 md:grid-cols-2">
				<FormField
					id={field("start")}
					name="startAt"
					type="datetime-local"
					max={LATEST}
					label="Not before"
					defaultValue={toField(entry.startAt)}
					hint="In this device’s time."
				/>
				<FormField
					id={field("end")}
					name="notAfter"
					type="datetime-local"
					max={LATEST}
					label="Not after"
					defaultValue={toField(entry.notAfter)}
					error={error.time}
					hint="After this time we ask before sending."
				/>
				{isScan && entry.clientId === undefined && (
					<FormField
						id={field("client")}
						name="client"
						label="Client"
						defaultValue={entry.client}
						maxLength={LABEL_LIMITS.client}
						list={KNOWN_CLIENTS}
						autoComplete="off"
						hint={labelHint}
					/>
				)}
				{isScan && (
					<FormField
						id={field("note")}
						name="note"
						label="Note"
						defaultValue={entry.note}
						maxLength={LABEL_LIMITS.note}
						hint={labelHint}
					/>
				)}
			</div>
			{note !== null && <TextArea id={field("note")} name="note" label="Note" rows={3} defaultValue={note} />}
			{error.saving && (
				<p role="alert" className="font-medium text-15 text-high">
					{error.saving}
				</p>
			)}
			<div className="flex flex-wrap gap-3">
				<Button variant="primary" type="submit">
					Save
				</Button>
				<Button variant="secondary" onClick={onClose}>
					Cancel
				</Button>
			</div>
		</form>
	);
}

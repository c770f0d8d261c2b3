import { type SubmitEvent, useState } from "react";
import type { ClientId } from "#contract/ids.ts";
import { LIBRARY_DAYS, type LibraryAnswer, type LibraryWord } from "#contract/questionnaires/library.ts";
import { ANSWER_LIMIT } from "#contract/questionnaires/questionnaires.ts";
import type { LibraryAnswerId } from "#contract/questionnaires/sources.ts";
import { dayAfter } from "#src/lib/days/due-days.ts";
import { useBusyForm } from "#src/lib/forms/use-busy-form.ts";
import { newId } from "#src/lib/words/new-id.ts";
import { useSay } from "#src/lib/words/use-say.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { TextArea } from "#src/ui/fields/text-area.tsx";
import { EvidencePicker, type Picked } from "./evidence-picker.tsx";

/** A new answer with what is known about it, or one being changed. `clientId` null: the client that the screen shows. */
type About =
	| { type: "new"; clientId: ClientId | null; question: string; answer: string }
	| { type: "change"; answer: LibraryAnswer };

type Draft = { question: string; answer: string; tags: string; expiresOn: string; evidence: readonly Picked[] };

const tagsIn = (text: string): string[] => [
	...new Set(
		text
			.split(",")
			.map((tag) => tag.trim())
			.filter((tag) => tag !== ""),
	),
];

function firstDraft(about: About, now: number): Draft {
	if (about.type === "new") {
		const { question, answer } = about;
		return { question, answer, tags: "", expiresOn: dayAfter(now, LIBRARY_DAYS), evidence: [] };
	}
	const { question, answer, tags, expiresOn, evidence } = about.answer;
	return { question, answer, tags: tags.join(", "), expiresOn, evidence };
}

const idsOf = (evidence: readonly Picked[]) => evidence.map(({ evidenceId }) => evidenceId);

/** Sends only what was changed: for the rest, someone else's change may be newer. */
function changeOf(about: About, draft: Draft): LibraryWord["change"] {
	const before = about.type === "new" ? null : about.answer;
	const question = draft.question.trim();
	const answer = draft.answer.trim();
	const tags = tagsIn(draft.tags);
	const evidence = idsOf(draft.evidence);
	return {
		...(question !== before?.question && { question }),
		...(answer !== before?.answer && { answer }),
		...(draft.expiresOn !== before?.expiresOn && { expiresOn: draft.expiresOn }),
		...(tags.join() !== (before?.tags ?? []).join() && { tags }),
		...(evidence.join() !== idsOf(before?.evidence ?? []).join() && { evidence }),
	};
}

/** Approves an answer into the library, or changes one, also offline. */
export function LibraryDialog({ about, onClose }: { about: About; onClose(): void }) {
	const say = useSay();
	const [id] = useState(() => (about.type === "new" ? (newId() as string as LibraryAnswerId) : about.answer.id));
	const [first] = useState(() => firstDraft(about, Date.now()));
	const [draft, setDraft] = useState(first);
	const [busy, setBusy] = useState(false);
	const change = changeOf(about, draft);
	const isWhole = draft.question.trim() !== "" && draft.answer.trim() !== "" && draft.expiresOn !== "";
	const maySave = isWhole && Object.keys(change).length > 0;
	useBusyForm(draft !== first);
	const submit = async (event: SubmitEvent) => {
		event.preventDefault();
		if (busy || !maySave) return;
		setBusy(true);
		const clientId = about.type === "new" ? about.clientId : about.answer.clientId;
		const saved = await say({ kind: "library-answer", body: { id, change } }, clientId);
		setBusy(false);
		if (saved) onClose();
	};
	return (
		<Modal title={about.type === "new" ? "Approve an answer" : "Edit the answer"} busy={busy} onClose={onClose}>
			<form onSubmit={submit} className="grid gap-4">
				<TextArea
					id="library-question"
					name="question"
					label="Question"
					rows={2}
					required
					maxLength={2_000}
					value={draft.question}
					onChange={({ target }) => setDraft({ ...draft, question: target.value })}
				/>
				<TextArea
					id="library-text"
					name="answer"
					label="Answer"
					hint="It is proposed for questions like this one. By saving it, you approve it."
					rows={5}
					required
					maxLength={ANSWER_LIMIT}
					value={draft.answer}
					onChange={({ target }) => setDraft({ ...draft, answer: target.value })}
				/>
				<FormField
					id="library-tags"
					name="tags"
					label="Tags, optional"
					hint="More words by which it is found, with commas between them."
					maxLength={600}
					autoComplete="off"
					value={draft.tags}
					onChange={({ target }) => setDraft({ ...draft, tags: target.value })}
				/>
				<FormField
					id="library-expires"
					name="expiresOn"
					type="date"
					label="Last day"
					hint="After it, the answer is not proposed any more."
					required
					value={draft.expiresOn}
					onChange={({ target }) => setDraft({ ...draft, expiresOn: target.value })}
				/>
				<EvidencePicker picked={draft.evidence} onPicked={(evidence) => setDraft({ ...draft, evidence })} />
				<Button type="submit" variant="primary" disabled={busy || !maySave}>
					{busy ? "Saving…" : "Approve"}
				</Button>
			</form>
		</Modal>
	);
}

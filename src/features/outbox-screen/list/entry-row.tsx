import { useRef, useState } from "react";
import type { EntryId } from "#contract/ids.ts";
import { blockerText } from "#src/lib/outbox/blocker-text.ts";
import { attemptsText, entryLabels } from "#src/lib/outbox/entry-labels.ts";
import { clientOf, type Looks, otherWorkspaceName } from "#src/lib/outbox/looks.ts";
import { isSealed } from "#src/lib/sealing/shown.ts";
import type { Entry, EntryChanges } from "#src/requests/entry.ts";
import { KINDS, wordsOf } from "#src/requests/kinds.ts";
import { RowMenu, type RowMenuItem } from "#src/ui/list/row-menu.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { saveFile } from "../carry/save-file.ts";
import { EditForm } from "./edit-form.tsx";
import { EntryDetails } from "./entry-details.tsx";
import { FilesLine } from "./entry-files.tsx";
import { StateMark } from "./state-mark.tsx";

type Props = {
	entry: Entry;
	looks: Looks;
	now: number;
	online: boolean;
	chosen: boolean;
	onChoose: (entry: Entry, chosen: boolean) => void;
	onSend: (entry: Entry) => void;
	onDiscard: (entry: Entry) => void;
	onEdit: (entry: Entry, changes: EntryChanges) => Promise<string | null>;
	/** The entries on this device: one of them may be what it waits for. */
	all: ReadonlyMap<EntryId, Entry>;
};

/** The text of a sealed request's row, beside its kind if this device may know it. */
const SEALED_LABEL = KINDS.sealed.label;

/** Whether a person has to do something before it can be sent. */
const needsPerson = ({ status }: Entry) => status === "held" || status === "rejected";

/** Whether it may never go out, such as because the account lost its workspace. What a person wrote is still theirs. */
const isCutOff = (entry: Entry) => entry.status === "held" && ["workspace", "client", "after"].includes(entry.reason);

/** One request in two lines. If a person has to act, it says why and shows the one thing to do. */
export function EntryRow({ entry, looks, now, online, chosen, onChoose, onSend, onDiscard, onEdit, all }: Props) {
	const [editing, setEditing] = useState(false);
	const [open, setOpen] = useState(false);
	const row = useRef<HTMLElement>(null);
	const { state, next: usual, error, send } = entryLabels(entry, now, online);
	const next = blockerText(entry, all) ?? usual;
	const { label, subject } = wordsOf(entry.request);
	const asks = needsPerson(entry);
	const mayEdit = entry.status !== "sending" && !isSealed(entry);
	// A row also says whose it is, because its group's heading may be scrolled out of view.
	const place = [entry.clientId && clientOf(entry, looks)?.name, otherWorkspaceName(entry, looks)].filter(Boolean);
	// Offline, what counts is that nothing is lost.
	const stateLabel = entry.status === "queued" && !online ? "Saved" : state;
	// The line below the header already says this for all of them.
	const isNextSaid = entry.status === "queued" && !online && !(entry.startAt !== undefined && entry.startAt > now);

	const stopEditing = () => {
		setEditing(false);
		// The form that had the focus is gone.
		row.current?.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
	};
	const items: RowMenuItem[] = [
		...(send ? [{ label: send, onChoose: () => onSend(entry) }] : []),
		...(mayEdit && !editing ? [{ label: "Edit", onChoose: () => setEditing(true) }] : []),
		...(isCutOff(entry)
			? [{ label: "Save a copy", onChoose: () => saveFile("outbox-request", JSON.stringify(entry, null, "\t")) }]
			: []),
		{ label: open ? "Hide details" : "Details", onChoose: () => setOpen(!open) },
		...(entry.status === "sending" ? [] : [{ label: "Discard", onChoose: () => onDiscard(entry) }]),
	];
	const isWide = open || editing;
	return (
		<article ref={row} className="px-[12px] py-1.5 md:px-4" aria-labelledby={entry.id}>
			<div className="flex items-center gap-1">
				<label className="-ms-[12px] grid size-[44px] flex-none cursor-pointer place-items-center">
					<input
						type="checkbox"
						checked={chosen}
						onChange={(event) => onChoose(entry, event.target.checked)}
						className="size-[20px] cursor-pointer accent-accent"
						aria-label={`Select ${subject}`}
					/>
				</label>
				<div className="min-w-0 grow">
					<h3 id={entry.id} className={`font-mono text-13 md:text-15 ${isWide ? "wrap-anywhere" : "truncate"}`}>
						{subject}
					</h3>
					<p className="flex flex-wrap gap-x-2 text-13 text-quiet tabular-nums">
						<StateMark status={entry.status} label={stateLabel} />
						<span>{label}</span>
						{isSealed(entry) && label !== SEALED_LABEL && <span>{SEALED_LABEL}</span>}
						{place.length > 0 && <span className="max-w-full truncate text-ink">{place.join(" · ")}</span>}
						{entry.status === "queued" && entry.attempts > 0 && online && <span>{attemptsText(entry.attempts)}</span>}
						{entry.attachments && <FilesLine entry={entry} />}
						{!asks && !isNextSaid && <span>{next}</span>}
						{!open && entry.note && <span className="min-w-0 truncate">{entry.note}</span>}
					</p>
				</div>
				{send && !asks && online && !editing && (
					<span className="hidden md:inline">
						<TextButton aria-describedby={entry.id} onClick={() => onSend(entry)}>
							{send}
						</TextButton>
					</span>
				)}
				<RowMenu about={subject} items={items} />
			</div>
			{(asks || (error && !open)) && (
				<div className="flex items-center justify-between gap-x-4 ps-[36px] text-13">
					<div className="min-w-0">
						{asks && <p>{next}</p>}
						{error && !open && <p className="line-clamp-1 wrap-anywhere text-quiet">{error}</p>}
					</div>
					{asks && send && (
						<TextButton aria-describedby={entry.id} onClick={() => onSend(entry)}>
							{send}
						</TextButton>
					)}
					{entry.status === "rejected" && mayEdit && !editing && (
						<TextButton aria-describedby={entry.id} onClick={() => setEditing(true)}>
							Edit
						</TextButton>
					)}
				</div>
			)}
			{open && <EntryDetails entry={entry} now={now} error={error} />}
			{editing && <EditForm entry={entry} onSave={(changes) => onEdit(entry, changes)} onClose={stopEditing} />}
		</article>
	);
}

import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { timeText } from "#contract/format/time.ts";
import { ageText, attemptsText, clientText, entryLabels } from "#src/lib/outbox/entry-labels.ts";
import type { EntryChanges } from "#src/outbox/edit.ts";
import type { Entry } from "#src/outbox/entry.ts";
import { wordsOf } from "#src/outbox/kinds.ts";
import { Button } from "#src/ui/button.tsx";
import { Evidence } from "#src/ui/evidence.tsx";
import { ShapeMark } from "#src/ui/shape-mark.tsx";
import { EditForm } from "./edit-form.tsx";

type Props = {
	entry: Entry;
	now: number;
	online: boolean;
	chosen: boolean;
	/** Whether its scan is known to be deleted on the server. */
	gone: boolean;
	onChoose: (entry: Entry, chosen: boolean) => void;
	onSend: (entry: Entry) => void;
	onDiscard: (entry: Entry) => void;
	onEdit: (entry: Entry, changes: EntryChanges) => Promise<string | null>;
};

/** Ink and shape instead of a severity's color: a request is not a finding. */
const SHAPES: Record<Entry["status"], string> = {
	queued: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5V6l1.75 1",
	sending: "M1 6h9.5M7 2.5 10.5 6 7 9.5",
	held: "M3.5 1.5v9M8.5 1.5v9",
	rejected: "m2 2 8 8M10 2l-8 8",
	accepted: "m1.5 6.5 3 3 6-7",
};

function StateMark({ status, label }: { status: Entry["status"]; label: string }) {
	return (
		<span className="inline-flex items-center gap-2 font-semibold">
			<ShapeMark path={SHAPES[status]} />
			{label}
		</span>
	);
}

function Limits({ entry: { startAt, notAfter } }: { entry: Entry }) {
	if (startAt === undefined && notAfter === undefined) return null;
	const words = [
		startAt === undefined ? "" : `not before ${timeText(startAt)}`,
		notAfter === undefined ? "" : `not after ${timeText(notAfter)}`,
	].filter(Boolean);
	return <p className="mt-1 text-13 text-quiet">Send {words.join(", ")}.</p>;
}

function Receipt({ entry, gone }: { entry: Entry & { status: "accepted" }; gone: boolean }) {
	const scanId = entry.receipt?.scanId;
	return (
		<div className="mt-3 text-15">
			<p>Accepted {timeText(entry.at)}.</p>
			{scanId && (
				<p className="mt-1 wrap-anywhere text-13 text-quiet">
					Scan <span className="font-mono">{scanId}</span>
				</p>
			)}
			{scanId && gone && <p className="mt-1">This scan is no longer on the server.</p>}
			{scanId && !gone && entry.owner !== "anonymous" && (
				<Link to={`/dashboard/scans/${scanId}`} className="inline-flex min-h-11 items-center">
					Open the scan
				</Link>
			)}
		</div>
	);
}

/** One request with its state and actions. */
export function EntryCard({ entry, now, online, chosen, gone, onChoose, onSend, onDiscard, onEdit }: Props) {
	const [editing, setEditing] = useState(false);
	const back = useRef(false);
	const stopEditing = () => {
		back.current = true;
		setEditing(false);
	};
	const { state, next, error, send } = entryLabels(entry, now, online);
	const { label, subject, detail } = wordsOf(entry.request);
	const called = clientText(entry);
	return (
		<article className="rounded-card border border-line-strong bg-raised p-4 md:p-6" aria-labelledby={entry.id}>
			<p className="flex items-center justify-between gap-4 text-15">
				<label className="-my-2 -ms-2 inline-flex min-h-11 cursor-pointer items-center gap-3 ps-2">
					<input
						type="checkbox"
						checked={chosen}
						onChange={(event) => onChoose(entry, event.target.checked)}
						className="size-5 cursor-pointer accent-accent"
						aria-label={`Select ${subject}`}
					/>
					<StateMark status={entry.status} label={state} />
				</label>
				<span className="text-13 text-quiet">{label}</span>
			</p>
			<h2 id={entry.id} className="mt-3 wrap-anywhere font-mono text-17 leading-snug">
				{subject}
			</h2>
			{detail && <p className="mt-1 line-clamp-3 wrap-anywhere text-15 text-quiet">{detail}</p>}
			{called && <p className="mt-1 wrap-anywhere text-15">{called}</p>}
			{entry.status !== "accepted" && <p className="mt-3 text-15">{next}</p>}
			{entry.status !== "accepted" && <Limits entry={entry} />}
			<p className="mt-1 text-13 text-quiet tabular-nums">
				Saved {ageText(entry.createdAt, now)}. {attemptsText(entry.attempts)}.
			</p>
			{entry.status === "accepted" && <Receipt entry={entry} gone={gone} />}
			{error && (
				<div className="mt-3">
					<Evidence source="Answer to the last attempt" text={error} />
				</div>
			)}
			{editing && <EditForm entry={entry} onSave={(changes) => onEdit(entry, changes)} onClose={stopEditing} />}
			{entry.status !== "sending" && !editing && (
				<div className="mt-4 flex flex-wrap gap-3">
					<Button variant="secondary" onClick={() => onDiscard(entry)} aria-describedby={entry.id}>
						{entry.status === "accepted" ? "Remove" : "Discard"}
					</Button>
					{entry.status !== "accepted" && (
						<Button
							variant="secondary"
							ref={(button) => {
								// The edit form that had the focus is gone.
								if (button && back.current) button.focus();
								back.current = false;
							}}
							onClick={() => setEditing(true)}
							aria-describedby={entry.id}
						>
							Edit
						</Button>
					)}
					{send && (
						<Button variant="primary" onClick={() => onSend(entry)} aria-describedby={entry.id}>
							{send}
						</Button>
					)}
				</div>
			)}
		</article>
	);
}

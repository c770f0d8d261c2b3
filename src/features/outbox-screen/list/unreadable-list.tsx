import { useEffect, useRef, useState } from "react";
import { timeText } from "#contract/format/time.ts";
import type { EntryId } from "#contract/ids.ts";
import { kindsText } from "#src/lib/outbox/kinds-text.ts";
import { hangingOn } from "#src/outbox/order/hanging.ts";
import type { Entry, Unreadable } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { saveFile } from "../carry/save-file.ts";

type Props = {
	entries: readonly Unreadable[];
	/** Those that can be read: what belongs to an unreadable one goes with it. */
	others: readonly Entry[];
	onDelete(ids: readonly EntryId[]): void;
};

const WHY: Record<Unreadable["reason"], string> = {
	newer: "A newer version of this product saved it. Reload this page to update, and it will be sent.",
	damaged: "It is damaged, so it will not be sent. Save a copy if you want to see what is in it, then delete it.",
};

/** The most entries to list; the rest is counted. */
const SHOWN = 20;

/** When an entry was saved, according to its id; empty if the id is not ours. */
function savedText(id: EntryId): string {
	const time = Number.parseInt(id.replace("-", "").slice(0, 12), 16);
	return /^[\da-f]{8}-[\da-f]{4}-7/.test(id) ? `Saved ${timeText(time)}.` : "";
}

/** Null if the record holds something that JSON cannot. */
function copyOf(entries: readonly Unreadable[]): string | null {
	try {
		return JSON.stringify(
			entries.map(({ record }) => record),
			null,
			"\t",
		);
	} catch {
		return null;
	}
}

/** Lists stored records that cannot be read, without their contents, to save a copy or delete them. */
export function UnreadableList({ entries, others, onDelete }: Props) {
	const [asked, setAsked] = useState<readonly Unreadable[]>([]);
	const [notice, setNotice] = useState("");
	const heading = useRef<HTMLHeadingElement>(null);
	const before = useRef(entries.length);
	// The delete button is gone with its entry, so move the focus to the heading.
	useEffect(() => {
		const isShorter = entries.length < before.current;
		before.current = entries.length;
		if (isShorter && document.activeElement === document.body) heading.current?.focus();
	}, [entries.length]);
	if (entries.length === 0) return null;
	const more = entries.length - SHOWN;
	const askedIds = asked.map(({ id }) => id);
	const belonging = kindsText(hangingOn(askedIds, others)).text;

	function save(chosen: readonly Unreadable[]): void {
		const copy = copyOf(chosen);
		if (copy !== null) saveFile("outbox-unreadable", copy);
		setNotice(copy === null ? "This entry cannot be copied. Nothing was changed." : "");
	}

	return (
		<section aria-labelledby="unreadable" className="mt-6 max-w-[46rem] border-ink border-s-4 ps-4">
			<h2 id="unreadable" ref={heading} tabIndex={-1} className="font-semibold text-17">
				{entries.length === 1 ? "One entry cannot be read" : `${entries.length} entries cannot be read`}
			</h2>
			<ul aria-label="Entries that cannot be read" className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-4">
				{entries.slice(0, SHOWN).map((entry) => (
					<li key={entry.id}>
						<p id={`unreadable-${entry.id}`} className="text-15">
							This entry cannot be read. {WHY[entry.reason]}{" "}
							<span className="text-13 text-quiet">{savedText(entry.id)}</span>
						</p>
						<div className="mt-2 flex flex-wrap gap-3">
							<Button variant="secondary" aria-describedby={`unreadable-${entry.id}`} onClick={() => save([entry])}>
								Save a copy
							</Button>
							<Button variant="secondary" aria-describedby={`unreadable-${entry.id}`} onClick={() => setAsked([entry])}>
								Delete
							</Button>
						</div>
					</li>
				))}
			</ul>
			{more > 0 && <p className="mt-2 text-15">And {more} more.</p>}
			{entries.length > 1 && (
				<div className="mt-4 flex flex-wrap gap-3">
					<Button variant="secondary" onClick={() => save(entries)}>
						Save a copy of all
					</Button>
					<Button variant="secondary" onClick={() => setAsked(entries)}>
						Delete all {entries.length}
					</Button>
				</div>
			)}
			<p role="status" className="mt-2 text-15 empty:hidden">
				{notice}
			</p>
			{asked.length > 0 && (
				<ConfirmDialog
					title={asked.length === 1 ? "Delete this entry?" : `Delete ${asked.length} entries?`}
					subtitle={asked.length === 1 ? "It cannot be read" : "They cannot be read"}
					labels={{ yes: "Delete", no: "Keep" }}
					onYes={() => onDelete(askedIds)}
					onClose={() => setAsked([])}
				>
					This cannot be undone, and nothing will be sent. Copies you saved are not deleted.
					{belonging && ` It also deletes what cannot be sent without it: ${belonging}.`}
				</ConfirmDialog>
			)}
		</section>
	);
}

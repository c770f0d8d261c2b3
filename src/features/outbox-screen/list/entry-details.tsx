import { timeText } from "#contract/format/time.ts";
import { ageText, attemptsText } from "#src/lib/outbox/entry-labels.ts";
import type { Entry } from "#src/requests/entry.ts";
import { wordsOf } from "#src/requests/kinds.ts";
import { Evidence } from "#src/ui/evidence.tsx";
import { EntryFiles } from "./entry-files.tsx";
import { ownNote } from "./own-note.ts";

function limitsText({ startAt, notAfter }: Entry): string {
	const limits = [
		startAt === undefined ? "" : `not before ${timeText(startAt)}`,
		notAfter === undefined ? "" : `not after ${timeText(notAfter)}`,
	].filter(Boolean);
	return limits.length > 0 ? `Send ${limits.join(", ")}.` : "";
}

type Props = { entry: Entry; now: number; error: string | null };

/** Details that do not fit an entry's two lines. */
export function EntryDetails({ entry, now, error }: Props) {
	const limits = limitsText(entry);
	const { detail } = wordsOf(entry.request);
	const note = ownNote(entry.request) || entry.note;
	return (
		<div className="mt-2 grid gap-1 border-line border-t pt-2 text-15">
			{detail && <p className="line-clamp-3 wrap-anywhere">{detail}</p>}
			{note && note !== detail && <p className="wrap-anywhere whitespace-pre-line">Note: {note}</p>}
			{limits && <p>{limits}</p>}
			{entry.attachments && <EntryFiles entry={entry} />}
			<p className="text-13 text-quiet tabular-nums">
				Saved {ageText(entry.createdAt, now)}. {attemptsText(entry.attempts)}.
			</p>
			{error && <Evidence source="Answer to the last attempt" text={error} />}
		</div>
	);
}

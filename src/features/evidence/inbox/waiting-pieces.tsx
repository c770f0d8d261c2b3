import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import type { EntryId } from "#contract/ids.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { fileShown, mediumOf } from "#src/lib/evidence/media.tsx";
import { Thumbnail } from "#src/lib/evidence/thumbnail.tsx";
import { useWaitingThumbnail } from "#src/lib/evidence/use-waiting-thumbnail.ts";
import { type WaitingEvidence, waitingEvidence } from "#src/lib/evidence/waiting-evidence.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { entryLabels } from "#src/lib/outbox/entry-labels.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { notify } from "#src/ui/toast/notify.ts";

const sendNow = (id: EntryId) =>
	browserOutbox()
		.sendNow(id)
		.catch((error: unknown) =>
			notify({ title: "Not sent", text: error instanceof Error ? error.message : "" }).catch(() => undefined),
		);

function WaitingRow({ entry, evidence, now }: WaitingEvidence & { now: number }) {
	const online = useOnline();
	const { title, takenAt, files } = evidence;
	const shown = fileShown(files);
	const picture = useWaitingThumbnail(shown?.thumbnail);
	const { next, error, send } = entryLabels(entry, now, online);
	const state = entry.status === "queued" ? "Waiting to be sent" : entryLabels(entry, now, online).state;
	return (
		<li data-waiting={entry.status} className="flex gap-3 border-line-strong border-s-4 py-1 ps-3">
			<Thumbnail medium={shown ? mediumOf(shown.type) : "note"} src={picture} />
			<div className="min-w-0 grow text-15">
				<p className="wrap-anywhere font-semibold">
					<bdi>{title}</bdi>
				</p>
				<p className="wrap-anywhere text-13 text-quiet tabular-nums">
					{[timeText(takenAt), files.length > 0 ? counted(files.length, "file") : "Note"].join(" · ")}
				</p>
				<p className="wrap-anywhere">
					{state}. {next} {error}
				</p>
				<div className="flex flex-wrap gap-x-5">
					{send && (
						<TextButton aria-label={`${send}: ${title}`} onClick={() => void sendNow(entry.id)}>
							{send}
						</TextButton>
					)}
					<Link to="/dashboard/outbox" className="inline-flex min-h-11 items-center">
						Outbox
					</Link>
				</div>
			</div>
		</li>
	);
}

/** Evidence that is still on this device. */
export function WaitingPieces({ entries }: { entries: readonly Entry[] | null }) {
	const waiting = waitingEvidence(entries ?? []);
	const closed = (entries ?? []).filter((entry) => entry.request.kind === "sealed" && isWaiting(entry)).length;
	const now = useNow(waiting.length > 0);
	return (
		<>
			{closed > 0 && (
				<p className="mb-4 text-15 print:hidden">
					{counted(closed, "sealed request")} {closed === 1 ? "waits" : "wait"} on this device, perhaps with evidence.{" "}
					<Link to="/dashboard/outbox">Outbox</Link>
				</p>
			)}
			{waiting.length > 0 && (
				<ul aria-label="Evidence waiting on this device" className="mb-6 grid gap-3 print:hidden">
					{waiting.map((one) => (
						<WaitingRow key={one.entry.id} {...one} now={now} />
					))}
				</ul>
			)}
		</>
	);
}

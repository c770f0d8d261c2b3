import { useState } from "react";
import { Link } from "react-router-dom";
import { timeText } from "#contract/format/time.ts";
import { clientOf, type Looks, otherWorkspaceName } from "#src/lib/outbox/looks.ts";
import { clientEdgeInCard } from "#src/lib/workspace/clients/client-edge.ts";
import type { Entry } from "#src/requests/entry.ts";
import { wordsOf } from "#src/requests/kinds.ts";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { RowMenu } from "#src/ui/list/row-menu.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { StateMark } from "../list/state-mark.tsx";
import type { ReceiptScans } from "./receipt-scans.ts";
import { resultText } from "./result-text.ts";
import type { SentEntry } from "./sent-since.ts";
import { useReceiptScans } from "./use-receipt-scans.ts";

/** How many are shown at first, and how many more each time. */
const FOLDED = 3;
const PAGE = 50;

/** The workspace that the page switches to. */
const inWorkspace = ({ workspace }: Entry) => (workspace ? `?${new URLSearchParams({ workspace })}` : "");

type RowProps = { entry: SentEntry; looks: Looks; scans: ReceiptScans; onRemove(entry: Entry): void };

/** A request that was sent: what it was, for whom, when, and its scan. */
function SentRow({ entry, looks, scans, onRemove }: RowProps) {
	const { label, subject, detail } = wordsOf(entry.request);
	const scanId = entry.receipt?.scanId;
	const scan = scanId && scans.found.get(scanId);
	const isGone = scanId !== undefined && scans.gone.has(scanId);
	// A scan without an account has no page here: its report comes by email.
	// Of all clients, because the entry may be for a client other than the current one.
	const path =
		scanId && !isGone && entry.owner !== "anonymous" ? `/dashboard/scans/${scanId}${inWorkspace(entry)}` : null;
	const facts = [label, clientOf(entry, looks)?.name, otherWorkspaceName(entry, looks), timeText(entry.at)];
	return (
		<div className="flex items-center gap-1 px-3 py-1.5 md:px-4">
			<div className="min-w-0 grow">
				<h3 className="truncate font-mono text-15">
					{path ? (
						<Link to={path} className="inline-block min-h-6 max-w-full truncate align-bottom">
							{subject}
						</Link>
					) : (
						subject
					)}
				</h3>
				<p className="flex flex-wrap gap-x-2 text-13 text-quiet tabular-nums">
					<StateMark status="accepted" label={scan ? resultText(scan) : "Sent"} />
					{facts.filter(Boolean).map((fact) => (
						<span key={fact} className="max-w-full truncate">
							{fact}
						</span>
					))}
					{isGone && <span>This scan was deleted.</span>}
					{entry.owner === "anonymous" && detail && <span className="max-w-full truncate">{detail}</span>}
				</p>
			</div>
			<RowMenu about={subject} items={[{ label: "Remove from this list", onChoose: () => onRemove(entry) }]} />
		</div>
	);
}

type Props = { entries: readonly SentEntry[]; looks: Looks; now: number; onRemove(entries: readonly Entry[]): void };

/** The receipts on this device, newest first. */
export function SentList({ entries, looks, now, onRemove }: Props) {
	const [count, setCount] = useState(FOLDED);
	const [asked, setAsked] = useState(false);
	const newest = [...entries].sort((a, b) => b.at - a.at);
	const shown = newest.slice(0, count);
	const scans = useReceiptScans(shown, now);
	const more = newest.length - shown.length;
	if (newest.length === 0) return null;
	return (
		<section aria-labelledby="sent" className="mt-8 max-w-[46rem]">
			<div className="flex flex-wrap items-baseline justify-between gap-x-4">
				<h2 id="sent" className="font-semibold text-17">
					Sent <span className="ps-1 font-normal text-13 text-quiet tabular-nums">{newest.length}</span>
				</h2>
				<span className="text-13 text-quiet">Kept on this device for 90 days</span>
			</div>
			<ul
				aria-label="Sent requests"
				className="mt-2 divide-y divide-line rounded-card border border-line-strong bg-raised"
			>
				{shown.map((entry) => (
					<li key={entry.id} className={clientEdgeInCard(clientOf(entry, looks)?.color ?? null)}>
						<SentRow entry={entry} looks={looks} scans={scans} onRemove={(one) => onRemove([one])} />
					</li>
				))}
			</ul>
			<div className="flex flex-wrap gap-x-6">
				{more > 0 && (
					<TextButton onClick={() => setCount(count + PAGE)}>
						{more <= PAGE ? `Show ${more} more` : `Show ${PAGE} more of ${more}`}
					</TextButton>
				)}
				{newest.length > FOLDED && more === 0 && <TextButton onClick={() => setCount(FOLDED)}>Show fewer</TextButton>}
				{newest.length > 1 && <TextButton onClick={() => setAsked(true)}>Clear this list</TextButton>}
			</div>
			{asked && (
				<ConfirmDialog
					title="Clear the list of sent requests?"
					subtitle={`${newest.length} on this device`}
					labels={{ yes: "Clear", no: "Keep" }}
					onYes={() => onRemove(newest)}
					onClose={() => setAsked(false)}
				>
					Only this list is cleared. Your scans and their reports stay.
				</ConfirmDialog>
			)}
		</section>
	);
}

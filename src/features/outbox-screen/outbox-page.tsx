import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import type { EntryId } from "#contract/ids.ts";
import { site } from "#src/config/site.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { type Entry, isWaiting } from "#src/outbox/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { AddMany } from "./add-many.tsx";
import { BulkBar } from "./bulk-bar.tsx";
import { DiscardedList } from "./discarded-list.tsx";
import { EntryList } from "./entry-list.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { countsOf, type Filter, filtered } from "./filters.ts";
import { HandOver } from "./hand-over.tsx";
import { StorageNote } from "./storage-note.tsx";
import { UnclaimedPrompt } from "./unclaimed-prompt.tsx";
import { UnreadableList } from "./unreadable-list.tsx";
import { useGoneScans } from "./use-gone-scans.ts";
import { useOutbox } from "./use-outbox.ts";

const NONE: readonly Entry[] = [];

function sentText(count: number, waiting: number): string {
	if (waiting === 0) return count === 1 ? "The request was sent." : `All ${count} requests were sent.`;
	return count === 1 ? "One request was sent." : `${count} requests were sent.`;
}

const EMPTY: Record<Filter, string> = {
	open: "Nothing is waiting.",
	waiting: "No request is queued.",
	held: "Nothing needs your attention.",
	rejected: "Nothing was refused.",
	sent: "No receipts yet. They are kept for 90 days.",
};

export const meta = {
	title: `Outbox | ${site.name}`,
	description: "Requests saved on this device, waiting to send.",
	indexable: false,
} as const;

/** The requests that wait on this device, and the receipts of those sent. */
export default function OutboxPage() {
	const outbox = useOutbox();
	const { view, trouble, discarded, sent, send, sendAll, discard, undo, edit, label } = outbox;
	const now = useNow();
	const online = useOnline();
	const [filter, setFilter] = useState<Filter>("open");
	const [chosen, setChosen] = useState<ReadonlySet<EntryId>>(new Set());
	const [panel, setPanel] = useState<"none" | "add" | "hand-over">("none");
	const openers = { add: useRef<HTMLButtonElement>(null), "hand-over": useRef<HTMLButtonElement>(null) };
	const toggle = (which: keyof typeof openers) => setPanel(panel === which ? "none" : which);
	const close = (which: keyof typeof openers) => {
		setPanel("none");
		openers[which].current?.focus();
	};
	const { pathname, search } = useLocation();
	// In the dashboard it looks like the other screens there.
	const inside = pathname.startsWith("/dashboard/");
	// Not as the initial state: the prerendered page has no query.
	useEffect(() => {
		if (search === "?hand-over") setPanel("hand-over");
	}, [search]);
	const entries = view.status === "read" ? view.entries : NONE;
	const listed = filtered(entries, filter);
	const picked = listed.filter(({ id }) => chosen.has(id));
	const gone = useGoneScans(entries, filter === "sent");
	const choose = (entry: Entry, on: boolean) =>
		setChosen((before) => new Set(on ? [...before, entry.id] : [...before].filter((id) => id !== entry.id)));

	return (
		<section className={inside ? "frame pt-8 pb-16" : "frame min-h-dvh pt-12 pb-24 lg:pt-16"}>
			<h1
				className={`font-semibold ${inside ? "text-26 tracking-[-0.01em]" : "font-serif text-34 tracking-[-0.015em]"}`}
			>
				Outbox
			</h1>
			<p className={`mt-2 max-w-[62ch] text-quiet ${inside ? "text-15" : "text-17"}`}>
				Saved on this device, waiting to send. Each request is sent once.
			</p>
			<div className="mt-6 empty:hidden">
				<UnclaimedPrompt />
			</div>
			<div role="status" className="mt-6 empty:hidden">
				{outbox.leaving > 0 && (
					<p className="border-line border-y py-3 text-15">
						{outbox.leaving === 1 ? "One request is" : `${outbox.leaving} requests are`} being sent right now. What is
						not delivered will be discarded.
					</p>
				)}
				{sent > 0 && (
					<p className="border-line border-y py-3 text-15">{sentText(sent, entries.filter(isWaiting).length)}</p>
				)}
			</div>
			{trouble && (
				<p role="alert" className="mt-6 max-w-[62ch] border-high border-s-4 ps-4 text-17">
					{trouble}
				</p>
			)}
			{view.status === "reading" && <p className="mt-8 text-17">Loading what is saved on this device.</p>}
			{view.status === "unreadable" && (
				<p role="alert" className="mt-8 max-w-[62ch] border-ink border-s-4 ps-4 text-17">
					{view.why}
				</p>
			)}
			{view.status === "read" && (
				<>
					<div className="mt-6 flex flex-wrap gap-3">
						<Button variant="secondary" ref={openers.add} aria-expanded={panel === "add"} onClick={() => toggle("add")}>
							Add many
						</Button>
						<Button
							variant="secondary"
							ref={openers["hand-over"]}
							aria-expanded={panel === "hand-over"}
							onClick={() => toggle("hand-over")}
						>
							Hand over
						</Button>
					</div>
					{panel === "add" && <AddMany entries={entries} onDone={() => close("add")} />}
					{panel === "hand-over" && <HandOver entries={entries} onClose={() => close("hand-over")} />}
					{view.locked > 0 && (
						<p className="mt-6 max-w-[62ch] border-ink border-s-4 ps-4 text-15">
							{view.locked === 1 ? "One request is" : `${view.locked} requests are`} waiting for the account that was
							signed in here. Sign in with that account to see {view.locked === 1 ? "it" : "them"}.
						</p>
					)}
					<UnreadableList entries={view.unreadable} onDelete={(ids) => void outbox.discardUnreadable(ids)} />
					{entries.length > 0 && (
						<div className="mt-6">
							<FilterBar chosen={filter} counts={countsOf(entries)} onChoose={setFilter} />
						</div>
					)}
					{listed.length === 0 ? (
						<p className="mt-8 text-17">
							{EMPTY[filter]} {filter === "open" && <Link to="/">Request a scan</Link>}
						</p>
					) : (
						<>
							<BulkBar
								listed={listed}
								chosen={picked}
								onChooseAll={() => setChosen(new Set(listed.map(({ id }) => id)))}
								onChooseNone={() => setChosen(new Set())}
								onSend={(many) => void sendAll(many)}
								onDiscard={(many) => void discard(many)}
								onLabel={(many, client) => void label(many, client)}
							/>
							<EntryList
								key={filter}
								entries={listed}
								now={now}
								online={online}
								chosen={chosen}
								gone={gone}
								onChoose={choose}
								onSend={(entry) => void send(entry)}
								onDiscard={(entry) => void discard([entry])}
								onEdit={async ({ id }, changes) => {
									const result = await edit(id, changes);
									if (result === "under-way") return "This request is being sent right now and cannot be changed.";
									if (result === "gone") return "This request is no longer in the outbox.";
									return result ? null : "It could not be saved. Nothing was changed.";
								}}
							/>
						</>
					)}
				</>
			)}
			<DiscardedList discarded={discarded} onUndo={(many) => void undo(many)} />
			<StorageNote count={entries.length} />
		</section>
	);
}

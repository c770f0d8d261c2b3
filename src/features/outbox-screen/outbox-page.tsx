import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import { counted } from "#contract/format/count.ts";
import type { EntryId } from "#contract/ids.ts";
import { site } from "#src/config/site.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { otherWorkspace } from "#src/lib/outbox/looks.ts";
import { useDiscardQuestion } from "#src/lib/outbox/use-discard-question.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useLooks } from "#src/lib/workspace/use-looks.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import { wordsOf } from "#src/requests/kinds.ts";
import { Button } from "#src/ui/button.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { AddMany } from "./add-many/add-many.tsx";
import { HandOver } from "./carry/hand-over.tsx";
import { BulkBar } from "./list/bulk-bar.tsx";
import { DiscardedList } from "./list/discarded-list.tsx";
import { EntryList } from "./list/entry-list.tsx";
import { countsOf, FILTER_LABELS, type Filter, filtered, offeredFilters } from "./list/filters.ts";
import { groupByClient } from "./list/group-by-client.ts";
import { KnownClients } from "./list/known-clients.tsx";
import { UnreadableList } from "./list/unreadable-list.tsx";
import { SentList } from "./sent/sent-list.tsx";
import { isSent } from "./sent/sent-since.ts";
import { StorageNote } from "./storage/storage-note.tsx";
import { UnclaimedPrompt } from "./unclaimed-prompt.tsx";
import { useOutbox } from "./use-outbox.ts";

type FilterBarProps = { chosen: Filter; counts: Record<Filter, number>; onChoose(filter: Filter): void };

/** Filters the list by state. Empty if there is nothing to choose from. */
function FilterBar({ chosen, counts, onChoose }: FilterBarProps) {
	const offered = offeredFilters(counts, chosen);
	if (offered.length === 0) return null;
	return (
		<fieldset className="mt-3 flex flex-wrap gap-2">
			<legend className="sr-only">Show</legend>
			{offered.map((filter) => (
				<button
					key={filter}
					type="button"
					aria-pressed={filter === chosen}
					onClick={() => onChoose(filter)}
					className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-control border border-line-strong bg-raised px-3 text-13 md:text-15 hover:border-ink aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
				>
					{FILTER_LABELS[filter]} <span className="tabular-nums">{counts[filter]}</span>
				</button>
			))}
		</fieldset>
	);
}

const NONE: readonly Entry[] = [];

function sentText(count: number, waiting: number): string {
	if (waiting === 0) return count === 1 ? "The request was sent." : `All ${count} requests were sent.`;
	return count === 1 ? "One request was sent." : `${count} requests were sent.`;
}

const EMPTY: Record<Filter, string> = {
	open: "Nothing is waiting.",
	held: "Nothing needs your attention.",
	rejected: "Nothing was refused.",
};

export const meta = {
	title: `Outbox | ${site.name}`,
	description: "Requests saved on this device, waiting to send.",
	indexable: false,
} as const;

function elsewhereText(elsewhere: number, waiting: number): string {
	if (elsewhere === waiting)
		return waiting === 1 ? "It is for another workspace." : "All of them are for other workspaces.";
	return elsewhere === 1 ? "One of them is for another workspace." : `${elsewhere} of them are for other workspaces.`;
}

/** The requests that wait on this device, in all workspaces of the account, and the receipts of those sent. */
export default function OutboxPage() {
	const looks = useLooks();
	const outbox = useOutbox();
	const { view, trouble, discarded, sent, send, sendAll, undo, edit, label } = outbox;
	const { ask, dialog } = useDiscardQuestion("Discard");
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
	// Not as the initial state, because the prerendered page has no query; before the first paint, because it moves the list.
	useLayoutEffect(() => {
		if (search === "?hand-over") setPanel("hand-over");
	}, [search]);
	const entries = view.status === "read" ? view.entries : NONE;
	const listed = filtered(entries, filter);
	const all = useMemo(() => new Map(entries.map((entry) => [entry.id, entry])), [entries]);
	const elsewhere = listed.filter((entry) => otherWorkspace(entry, looks) !== null).length;
	/** Asks first if something that was not chosen goes along. */
	const discard = async (many: readonly Entry[]) => {
		const about = many.length === 1 && many[0] ? wordsOf(many[0].request).subject : counted(many.length, "request");
		const go = () => void outbox.discard(many);
		// If the list cannot be read, the discard itself says why.
		await ask(
			many.map(({ id }) => id),
			about,
			go,
		).catch(go);
	};
	const picked = listed.filter(({ id }) => chosen.has(id));
	const choose = (some: readonly Entry[], on: boolean) =>
		setChosen((before) => {
			const after = new Set(before);
			for (const { id } of some) on ? after.add(id) : after.delete(id);
			return after;
		});

	return (
		<section className={inside ? "frame pt-5 pb-8 md:pt-8 md:pb-16" : "frame min-h-dvh pt-12 pb-24 lg:pt-16"}>
			<h1
				className={`font-semibold ${inside ? "text-26 tracking-[-0.01em]" : "font-serif text-34 tracking-[-0.015em]"}`}
			>
				Outbox
			</h1>
			<p className={`mt-2 max-w-[62ch] text-quiet ${inside ? "text-15" : "text-17"}`}>
				Saved on this device, waiting to send. Each request is sent once.
			</p>
			<div className="mt-4 empty:hidden">
				<UnclaimedPrompt />
			</div>
			<div role="status" className="mt-4 grid gap-2 border-line border-y py-3 text-15 empty:hidden">
				{outbox.leaving > 0 && (
					<p>
						{outbox.leaving === 1
							? "One request is being sent. If it does not arrive, it is discarded."
							: `${outbox.leaving} requests are being sent. Those that do not arrive are discarded.`}
					</p>
				)}
				{sent > 0 && <p>{sentText(sent, entries.filter(isWaiting).length)}</p>}
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
					<KnownClients entries={entries} clients={looks.clients} />
					<div className="mt-4 flex flex-wrap gap-3">
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
					{panel === "add" && <AddMany entries={entries} looks={looks} onDone={() => close("add")} />}
					{panel === "hand-over" && <HandOver entries={entries} onClose={() => close("hand-over")} />}
					{view.locked > 0 && (
						<p className="mt-6 max-w-[62ch] border-ink border-s-4 ps-4 text-15">
							{view.locked === 1 ? "One request is" : `${view.locked} requests are`} waiting for the account that was
							signed in here. Sign in with that account to see {view.locked === 1 ? "it" : "them"}.
						</p>
					)}
					<UnreadableList
						entries={view.unreadable}
						others={entries}
						onDelete={(ids) => void outbox.discardUnreadable(ids)}
					/>
					<FilterBar chosen={filter} counts={countsOf(entries)} onChoose={setFilter} />
					{listed.length === 0 ? (
						<p className="mt-6 text-17">
							{EMPTY[filter]} {filter === "open" && <Link to={inside ? "/dashboard/scans" : "/"}>Request a scan</Link>}
						</p>
					) : (
						<>
							{elsewhere > 0 && <p className="mt-3 text-15 text-quiet">{elsewhereText(elsewhere, listed.length)}</p>}
							<BulkBar
								listed={listed}
								chosen={picked}
								online={online}
								onChooseAll={() => setChosen(new Set(listed.map(({ id }) => id)))}
								onChooseNone={() => setChosen(new Set())}
								onSend={(many) => void sendAll(many)}
								onDiscard={(many) => void discard(many)}
								onLabel={(many, client) => void label(many, client)}
							/>
							<EntryList
								key={filter}
								groups={groupByClient(listed, looks)}
								looks={looks}
								now={now}
								online={online}
								chosen={chosen}
								all={all}
								onChoose={choose}
								onSend={(entry) => void send(entry)}
								onDiscard={(entry) => void discard([entry])}
								onEdit={async ({ id }, changes) => {
									const result = await edit(id, changes);
									if (result === "under-way") return "This request is being sent, so it can no longer be changed.";
									if (result === "gone") return "This request is no longer in the outbox.";
									return result ? null : "It could not be saved. Nothing was changed.";
								}}
							/>
						</>
					)}
					<SentList entries={entries.filter(isSent)} looks={looks} now={now} onRemove={(many) => void discard(many)} />
				</>
			)}
			<DiscardedList discarded={discarded} onUndo={(many) => void undo(many)} />
			{dialog}
			{/* Not while the list is loading: anything that appears above would push it down under the reader. */}
			{view.status !== "reading" && <StorageNote entries={entries} />}
		</section>
	);
}

import { Link } from "react-router-dom";
import { Button } from "#src/ui/button.tsx";
import { useOnline } from "#src/ui/use-online.ts";
import { EntryCard } from "./entry-card.tsx";
import { useNow } from "./use-now.ts";
import { useOutbox } from "./use-outbox.ts";

const sentWords = (count: number) =>
	count === 1
		? "One request has gone out since you last looked."
		: `${count} requests have gone out since you last looked.`;

/** What waits on this device to be sent. */
export default function OutboxPage() {
	const { view, discarded, sent, send, discard, undo } = useOutbox();
	const now = useNow();
	const online = useOnline();
	return (
		<section className="frame pt-12 pb-24 lg:pt-16">
			<h1 className="font-semibold font-serif text-34 tracking-[-0.015em]">Outbox</h1>
			<p className="mt-2 max-w-[62ch] text-17 text-quiet">
				What you asked for and this device has not delivered yet. Each request goes out once, by itself, also when this
				page is closed where the browser can do that.
			</p>
			<div role="status" className="mt-6 empty:hidden">
				{sent > 0 && <p className="border-line border-y py-3 text-15">{sentWords(sent)}</p>}
			</div>
			{view.status === "reading" && <p className="mt-8 text-17">Reading what is kept on this device.</p>}
			{view.status === "unreadable" && (
				<p role="alert" className="mt-8 max-w-[62ch] border-ink border-s-4 ps-4 text-17">
					{view.why}
				</p>
			)}
			{view.status === "read" && view.entries.length === 0 && (
				<p className="mt-8 text-17">
					Nothing waits. <Link to="/">Ask for a scan</Link>
				</p>
			)}
			{view.status === "read" && view.entries.length > 0 && (
				<ul className="mt-8 grid max-w-[46rem] grid-cols-[minmax(0,1fr)] gap-4">
					{view.entries.map((entry) => (
						<li key={entry.id}>
							<EntryCard entry={entry} now={now} online={online} onSend={send} onDiscard={discard} />
						</li>
					))}
				</ul>
			)}
			{discarded.length > 0 && (
				<ul aria-label="Discarded" className="mt-6 grid max-w-[46rem] grid-cols-[minmax(0,1fr)] gap-2">
					{discarded.map((entry) => (
						<li key={entry.id} className="flex items-center justify-between gap-4 border-line border-t pt-2 text-15">
							<span className="min-w-0 truncate text-quiet">Discarded: {entry.request.body.target}</span>
							<Button variant="plain" onClick={() => undo(entry)}>
								Undo
							</Button>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}

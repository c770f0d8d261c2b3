import type { Entry } from "#src/outbox/entry.ts";
import { KINDS } from "#src/outbox/kinds.ts";
import { Button } from "#src/ui/button.tsx";
import { Evidence } from "#src/ui/evidence.tsx";
import { ageWords, attemptsWords, entryWords } from "./entry-words.ts";
import { StateMark } from "./state-mark.tsx";

type Props = {
	entry: Entry;
	now: number;
	online: boolean;
	onSend: (entry: Entry) => void;
	onDiscard: (entry: Entry) => void;
};

/** One request that waits: what it asks for, how it stands, and what can be done. */
export function EntryCard({ entry, now, online, onSend, onDiscard }: Props) {
	const { state, next, error, send } = entryWords(entry, now, online);
	const { target, email } = entry.request.body;
	return (
		<article className="border border-line-strong rounded-card bg-raised p-4 md:p-6" aria-labelledby={entry.id}>
			<p className="flex items-center justify-between gap-4 text-15">
				<StateMark status={entry.status} word={state} />
				<span className="text-13 text-quiet">{KINDS[entry.request.kind].label}</span>
			</p>
			<h2 id={entry.id} className="mt-3 wrap-anywhere font-mono text-17 leading-snug">
				{target}
			</h2>
			<p className="mt-1 wrap-anywhere text-15 text-quiet">Report to {email}</p>
			<p className="mt-3 text-15">{next}</p>
			<p className="mt-1 text-13 text-quiet tabular-nums">
				Saved {ageWords(entry.createdAt, now)}. {attemptsWords(entry.attempts)}.
			</p>
			{error && (
				<div className="mt-3">
					<Evidence source="What the last try came back with" text={error} />
				</div>
			)}
			{entry.status !== "sending" && (
				<div className="mt-4 grid grid-cols-2 gap-3 md:flex">
					<Button variant="secondary" onClick={() => onDiscard(entry)} aria-describedby={entry.id}>
						Discard
					</Button>
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

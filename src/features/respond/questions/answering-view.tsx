import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { type Answer, wordId } from "#contract/assessments/answers.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import type { QuestionId } from "#contract/assessments/template.ts";
import { dayText } from "#contract/format/time.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { watchEntries } from "#src/lib/outbox/watch-entries.ts";
import { newId } from "#src/lib/words/new-id.ts";
import type { Entry } from "#src/requests/entry.ts";
import { ThingHeading } from "#src/ui/page/thing-heading.tsx";
import type { Answering } from "../answering.ts";
import { askedText } from "../asked-text.ts";
import { answered, type KeptLink, standingsOfLink } from "../kept/kept-link.ts";
import { CodeForm } from "../opening/code-form.tsx";
import { entriesOf, needsCode, sentWords, waits } from "../respond-entries.ts";
import { DoneSection } from "./done-section.tsx";
import { QuestionScreen } from "./question-screen.tsx";
import { SectionRow } from "./section-row.tsx";

/** The outbox entries of a link on this device; null until they are read. */
function usePartEntries(id: RespondentId): readonly Entry[] | null {
	const [all, setAll] = useState<readonly Entry[] | null>(null);
	// If storage cannot be read, nothing waits.
	useEffect(() => watchEntries(browserOutbox(), (reading) => setAll(reading.ok ? reading.entries : [])), []);
	return useMemo(() => all && entriesOf(all, id), [all, id]);
}

/**
 * Calls `onArrival` once everything that waited for a link has arrived, because the server's answer is different from then on. What had
 * arrived before the outbox was first read is already in what the server sent when the link was opened. `entries`: null until read.
 */
function useArrivals(respondentId: string, entries: readonly Entry[] | null, onArrival: () => void): void {
	const known = useRef<{ of: string; ids: ReadonlySet<string> } | null>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: only what is sent matters, not what else has changed since.
	useEffect(() => {
		if (!entries) return;
		const accepted = entries.filter(({ status }) => status === "accepted").map(({ id }) => id);
		const before = known.current?.of === respondentId ? known.current.ids : null;
		if (before !== null && entries.some(waits)) return;
		known.current = { of: respondentId, ids: new Set(accepted) };
		if (before !== null && accepted.some((id) => !before.has(id))) onArrival();
	}, [respondentId, entries]);
}

type Props = {
	opened: Answering;
	onChange(fn: (link: KeptLink) => KeptLink): Promise<boolean>;
	onConfirmed(respondentId: RespondentId): Promise<void>;
	onGone(why: string): void;
	onRefresh(link: KeptLink): Promise<void>;
	onForget(link: KeptLink): Promise<void>;
};

const NONE: readonly Entry[] = [];

/** Focuses the start of the sections: the previous screen was scrolled, and its focused element is gone. */
function Beginning({ children }: { children: ReactNode }) {
	const place = useRef<HTMLDivElement>(null);
	useEffect(() => {
		scrollTo({ top: 0, behavior: "instant" });
		place.current?.focus({ preventScroll: true });
	}, []);
	return (
		<div ref={place} tabIndex={-1} className="outline-none">
			{children}
		</div>
	);
}

/** The sections of a link, or one of its questions: the address says which. */
export function AnsweringView({ opened, onChange, onConfirmed, onGone, onRefresh, onForget }: Props) {
	const { link, session, gone } = opened;
	const { detail } = link;
	const read = usePartEntries(detail.respondentId);
	const entries = read ?? NONE;
	useArrivals(detail.respondentId, read, () => void onRefresh(link));
	const stand = useMemo(() => standingsOfLink(link), [link]);
	const [query, setQuery] = useSearchParams();
	const open = gone === null && detail.open;
	const wanted = query.get("q");
	const section = detail.template.sections.find(({ questions }) => questions.some(({ id }) => id === wanted));
	const question = section?.questions.find(({ id }) => id === wanted);
	const go = (id: string | null) => setQuery(id === null ? {} : { q: id });

	/** Made once, so that the answer on the screen and the one on the device are the same. */
	const say = (about: QuestionId, next: Answer): Promise<boolean> => {
		const own = { sent: sentWords(entries), id: wordId.parse(newId()), now: new Date() };
		return onChange((before) => answered(before, about, next, own));
	};

	if (section && question) {
		return (
			<QuestionScreen
				key={question.id}
				link={link}
				stand={stand}
				section={section}
				question={question}
				open={open}
				onAnswer={(next) => say(question.id, next)}
				onQuestion={go}
			/>
		);
	}
	const isOver = session === "over" || needsCode(entries);
	return (
		<>
			<Beginning>
				<ThingHeading kind={askedText(detail).replace(/,$/, "")}>{detail.title}</ThingHeading>
			</Beginning>
			<p className="mt-2 max-w-[60ch] text-15 text-quiet">
				You answer as {detail.name}, until {dayText(detail.endsOn)} (UTC). Answers stay on this device until you send a
				section; then {detail.workspace} sees them.
			</p>
			{gone !== null && (
				<p role="alert" className="wrap-anywhere mt-5 max-w-[62ch] border-high border-s-4 ps-4">
					{gone}
				</p>
			)}
			{gone === null && !detail.open && (
				<p role="status" className="mt-5 max-w-[62ch] border-ink border-s-4 ps-4">
					These questions are closed, and take no answers right now. Ask {detail.askedBy} to open them again.
				</p>
			)}
			{gone === null && isOver && (
				<section aria-labelledby="respond-renew" className="mt-5 grid gap-3 border-ink border-s-4 ps-4">
					<h2 id="respond-renew" className="font-semibold text-17">
						A new code is needed
					</h2>
					<p className="max-w-[60ch] text-15">Nothing is lost: what waits on this device is sent after that.</p>
					{link.token === null ? (
						<p className="text-15">Open the link in the email again.</p>
					) : (
						<CodeForm token={link.token} email={link.email} onConfirmed={onConfirmed} onGone={onGone} />
					)}
				</section>
			)}
			<ul aria-label="Sections" className="mt-6 max-w-2xl border-line border-t">
				{detail.template.sections.map((one) => (
					<SectionRow
						key={one.id}
						link={link}
						stand={stand}
						section={one}
						entries={entries}
						open={open}
						onQuestion={go}
					/>
				))}
			</ul>
			<DoneSection link={link} onForget={onForget} />
		</>
	);
}

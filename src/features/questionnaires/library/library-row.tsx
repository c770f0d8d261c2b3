import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { LIBRARY_DAYS, type LibraryAnswer } from "#contract/questionnaires/library.ts";
import { dayAfter } from "#src/lib/days/due-days.ts";
import { useSay } from "#src/lib/words/use-say.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { pendingWord } from "#src/lib/words/words.ts";
import { Whose } from "#src/lib/workspace/clients/whose.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { librarySaidText } from "../library-words.ts";

type Props = {
	/** Including changes made here. */
	answer: LibraryAnswer;
	words: readonly Entry[];
	onEdit(answer: LibraryAnswer): void;
};

/** An approved answer, who vouches for it, and until when. */
export function LibraryRow({ answer, words, onEdit }: Props) {
	const { can } = useScope();
	const say = useSay();
	const { id, clientId, question, answer: text, tags, evidence, state, approved, expiresOn, uses } = answer;
	const pending = pendingWord(words, "library-answer", (body) => body.id === id);
	const change = (change: { expiresOn: string } | { withdrawn: boolean }) =>
		void say({ kind: "library-answer", body: { id, change } }, clientId);
	return (
		<article className="border-line border-b py-4">
			<p className="wrap-anywhere max-w-[62ch] whitespace-pre-line font-semibold text-15">
				<bdi>{question}</bdi>
			</p>
			<p className="wrap-anywhere mt-1 max-w-[62ch] whitespace-pre-line text-15">
				<bdi>{text}</bdi>
			</p>
			<p className="wrap-anywhere mt-2 flex flex-wrap gap-x-3 gap-y-1 text-13 text-quiet tabular-nums">
				<Whose clientId={clientId} />
				<span>
					Approved{approved.by === "" ? "" : ` by ${approved.by}`}, {dayText(approved.at)}
				</span>
				<span className={state === "expired" ? "font-semibold text-ink" : ""}>
					{state === "expired" ? `Expired ${dayText(expiresOn)}, not proposed any more` : `Until ${dayText(expiresOn)}`}
				</span>
				<span>{uses === 0 ? "Not used yet" : `Used in ${counted(uses, "question")}`}</span>
				{tags.map((tag) => (
					<bdi key={tag}>{tag}</bdi>
				))}
			</p>
			{evidence.length > 0 && (
				<ul aria-label="Evidence" className="flex flex-wrap gap-x-4">
					{evidence.map(({ evidenceId, title }) => (
						<li key={evidenceId}>
							<Link
								to={`/dashboard/evidence/${evidenceId}`}
								className="wrap-anywhere inline-flex min-h-11 items-center text-15"
							>
								<bdi>{title}</bdi>
							</Link>
						</li>
					))}
				</ul>
			)}
			{pending && (
				<div className="mt-2">
					<WordNote entry={pending.entry} said={librarySaidText(pending)} about={question} />
				</div>
			)}
			{can("arrange") && (
				<div className="flex flex-wrap items-center gap-x-5 print:hidden">
					{state !== "withdrawn" && (
						<TextButton aria-haspopup="dialog" aria-label={`Edit: ${question}`} onClick={() => onEdit(answer)}>
							Edit
						</TextButton>
					)}
					{state === "expired" && (
						<TextButton
							aria-label={`Approve again: ${question}`}
							onClick={() => change({ expiresOn: dayAfter(Date.now(), LIBRARY_DAYS) })}
						>
							Approve again
						</TextButton>
					)}
					{state === "withdrawn" ? (
						<TextButton aria-label={`Use again: ${question}`} onClick={() => change({ withdrawn: false })}>
							Use again
						</TextButton>
					) : (
						<TextButton aria-label={`Withdraw: ${question}`} onClick={() => change({ withdrawn: true })}>
							Withdraw
						</TextButton>
					)}
				</div>
			)}
		</article>
	);
}

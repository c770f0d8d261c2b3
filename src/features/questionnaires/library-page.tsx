import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import {
	type LibraryPage as AnswersPage,
	LIBRARY_STATES,
	type LibraryAnswer,
	type LibraryState,
} from "#contract/questionnaires/library.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { ListPanel } from "#src/lib/data/lists/list-panel.tsx";
import { usePagedList } from "#src/lib/data/lists/use-paged-list.ts";
import { dayAfter } from "#src/lib/days/due-days.ts";
import { libraryQuery } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { SearchField } from "#src/ui/fields/search-field.tsx";
import { listAddress, oneOf, typed } from "#src/ui/hooks/list-address.ts";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { LibraryDialog } from "./library/library-dialog.tsx";
import { LibraryRow } from "./library/library-row.tsx";
import { answerShown, waitingAdditions } from "./library-words.ts";

/** The first view shows answers that can be used now. */
const { readAddress, writeAddress } = listAddress({ tab: oneOf(LIBRARY_STATES, "approved"), q: typed(200) });

const NONE: readonly LibraryAnswer[] = [];

/** The answers of a tab, from the server. */
function useLibraryList({ tab, q }: ReturnType<typeof readAddress>) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const query = useInfiniteQuery({
		...libraryQuery({ state: tab, ...(q !== "" && { q }) }, scope),
		enabled,
		placeholderData: keepPreviousData,
		select: (data) => ({ ...data, pages: data.pages.map((page) => ({ ...page, total: page.counts[tab] })) }),
	});
	const answersIn = useCallback((page: AnswersPage & { total: number }) => page.answers, []);
	const list = usePagedList(query, NONE, answersIn);
	return { ...list, counts: query.data?.pages[0]?.counts, readAt: query.dataUpdatedAt };
}

export const meta = {
	title: `Answer library | ${site.name}`,
	description: "Approved answers to customers’ questions: who approved each, and until when it may be given.",
	indexable: false,
} as const;

const LABELS: Record<LibraryState, string> = { approved: "Approved", expired: "Expired", withdrawn: "Withdrawn" };

const EMPTY: Record<LibraryState, string> = {
	approved: "No approved answers yet. Approve answers here, or add a confirmed answer of a questionnaire.",
	expired: "No answer has expired.",
	withdrawn: "No answer was withdrawn.",
};

/** Height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 180;

export default function LibraryPage() {
	const account = useAccount();
	const { can } = useScope();
	const { address, go } = useAddress(readAddress, writeAddress);
	const list = useLibraryList(address);
	const words = useWords();
	const [dialog, setDialog] = useState<"new" | LibraryAnswer | null>(null);
	const me = account.status === "known" ? account.account.name : "";
	const today = dayAfter(Date.now(), 0);
	const known = new Set(list.view.status === "shown" ? list.view.items.map(({ id }) => id) : []);
	const added = address.tab === "approved" ? waitingAdditions(words, known) : [];
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/questionnaires" className="inline-flex min-h-11 items-center">
					All questionnaires
				</Link>
			</p>
			<div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:mb-6">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Answer library</h1>
				{can("arrange") && account.status === "known" && (
					<Button variant="primary" aria-haspopup="dialog" onClick={() => setDialog("new")}>
						Approve an answer
					</Button>
				)}
			</div>
			<RoleNote permission="arrange" what="approve answers" />
			<search className="mb-3 block max-w-md print:hidden">
				<SearchField
					id="library-search"
					label="Search"
					placeholder="Question, answer or tag"
					value={address.q}
					onSearch={(q) => go((now) => ({ ...now, q }))}
				/>
			</search>
			{added.length > 0 && (
				<ul aria-label="Answers waiting on this device">
					{added.map(({ entry, answer }) => (
						<li key={entry.id}>
							<LibraryRow
								answer={{ ...answer, approved: { ...answer.approved, by: me } }}
								words={words}
								onEdit={setDialog}
							/>
						</li>
					))}
				</ul>
			)}
			<Tabs
				label="Answers"
				selected={address.tab}
				onSelect={(tab) => go((now) => ({ ...now, tab }))}
				tabs={LIBRARY_STATES.map((name) => ({ name, label: LABELS[name], count: list.counts?.[name] ?? null }))}
			>
				<ListPanel
					key={address.tab}
					label="Answers"
					noun={{ one: "answer", many: "answers" }}
					list={list}
					filtered={address.q === "" ? 0 : 1}
					empty={
						account.status === "unknown" ? (
							<>
								Answers that were approved once and are given again, until they expire.{" "}
								<Link to="/auth/login?next=/dashboard/questionnaires/library">Sign in</Link> to see your own.
							</>
						) : (
							EMPTY[address.tab]
						)
					}
					onClear={() => go((now) => ({ ...now, q: "" }))}
					keyOf={({ id }) => id}
					rowHeight={ROW_HEIGHT}
					row={(answer) => (
						<LibraryRow
							answer={answerShown(answer, words, list.readAt, { me, today })}
							words={words}
							onEdit={setDialog}
						/>
					)}
				/>
			</Tabs>
			{dialog !== null && (
				<LibraryDialog
					about={
						dialog === "new"
							? { type: "new", clientId: null, question: "", answer: "" }
							: { type: "change", answer: dialog }
					}
					onClose={() => setDialog(null)}
				/>
			)}
		</div>
	);
}

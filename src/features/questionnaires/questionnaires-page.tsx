import { useInfiniteQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import {
	QUESTIONNAIRE_STATES,
	type Questionnaire,
	type QuestionnairePage,
	type QuestionnaireState,
} from "#contract/questionnaires/questionnaires.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { ListPanel } from "#src/lib/data/lists/list-panel.tsx";
import { usePagedList } from "#src/lib/data/lists/use-paged-list.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { questionnaireListQuery } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { listAddress, oneOf } from "#src/ui/hooks/list-address.ts";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { QuestionnaireRow } from "./list/questionnaire-row.tsx";
import { UploadDialog } from "./list/upload-dialog.tsx";
import { waitingAnswers } from "./question-words.ts";
import { QUESTIONNAIRE_STATE_LABELS } from "./questionnaire-labels.ts";

const NONE: readonly Questionnaire[] = [];

/** The questionnaires in a state, from the server. */
function useQuestionnaireList(state: QuestionnaireState) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const query = useInfiniteQuery({
		...questionnaireListQuery({ state }, scope),
		enabled,
		select: (data) => ({ ...data, pages: data.pages.map((page) => ({ ...page, total: page.counts[state] })) }),
	});
	const questionnairesIn = useCallback((page: QuestionnairePage & { total: number }) => page.questionnaires, []);
	const list = usePagedList(query, NONE, questionnairesIn);
	return { ...list, counts: query.data?.pages[0]?.counts };
}

const { readAddress, writeAddress } = listAddress({ tab: oneOf(QUESTIONNAIRE_STATES, "open") });

export const meta = {
	title: `Questionnaires | ${site.name}`,
	description: "Questionnaires that customers sent, answered from what you approved or signed and what your scans saw.",
	indexable: false,
} as const;

const EMPTY: Record<QuestionnaireState, string> = {
	open: "No open questionnaires. When a customer sends one as XLSX, CSV or DOCX, add it here.",
	answered: "No questionnaire is marked as answered yet.",
	archived: "Nothing is archived.",
};

/** Height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 96;

export default function QuestionnairesPage() {
	const account = useAccount();
	const { can } = useScope();
	const online = useOnline();
	const { address, go } = useAddress(readAddress, writeAddress);
	const { tab } = address;
	const list = useQuestionnaireList(tab);
	const words = useWords();
	const now = useNow();
	const [adding, setAdding] = useState(false);
	const mayAdd = can("work") && account.status === "known";
	return (
		<div className="frame pt-5 pb-16 md:pt-8">
			<div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 md:mb-6">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Questionnaires</h1>
				<div className="flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
					<Link to="/dashboard/questionnaires/library" className="inline-flex min-h-11 items-center text-15">
						Answer library
					</Link>
					{mayAdd && (
						<Button variant="primary" aria-haspopup="dialog" disabled={!online} onClick={() => setAdding(true)}>
							Add a questionnaire
						</Button>
					)}
				</div>
			</div>
			{mayAdd && !online && (
				<p className="mb-4 text-15 text-quiet">
					Adding a questionnaire needs a connection. Answering works without one.
				</p>
			)}
			<RoleNote permission="work" what="add or answer questionnaires" />
			<Tabs
				label="Questionnaires"
				selected={tab}
				onSelect={(name) => go(() => ({ tab: name }))}
				tabs={QUESTIONNAIRE_STATES.map((name) => ({
					name,
					label: QUESTIONNAIRE_STATE_LABELS[name],
					count: list.counts?.[name] ?? null,
				}))}
			>
				<ListPanel
					key={tab}
					label="Questionnaires"
					noun={{ one: "questionnaire", many: "questionnaires" }}
					list={list}
					filtered={0}
					empty={
						account.status === "unknown" ? (
							<>
								Questionnaires that customers send you, answered from what you approved or signed and what your scans
								saw. <Link to="/auth/login?next=/dashboard/questionnaires">Sign in</Link> to see your own.
							</>
						) : (
							EMPTY[tab]
						)
					}
					onClear={() => go(() => ({ tab: "open" }))}
					keyOf={({ id }) => id}
					rowHeight={ROW_HEIGHT}
					row={(questionnaire) => (
						<QuestionnaireRow
							questionnaire={questionnaire}
							waiting={waitingAnswers(words, questionnaire.id)}
							now={now}
						/>
					)}
				/>
			</Tabs>
			{adding && <UploadDialog onClose={() => setAdding(false)} />}
		</div>
	);
}

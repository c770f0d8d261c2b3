import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import type { AssessmentPage, AssessmentSummary } from "#contract/assessments/assessments.ts";
import type { ClientId } from "#contract/ids.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { asAssessment, assessmentShown, assessmentsHere, waitingOf } from "#src/lib/assessments/assessment-shown.ts";
import { assessmentListQuery, assessmentQuery, templatesQuery } from "#src/lib/assessments/assessments-api.ts";
import { currentMe } from "#src/lib/assessments/use-answer.ts";
import { ListPanel } from "#src/lib/data/lists/list-panel.tsx";
import { usePagedList } from "#src/lib/data/lists/use-paged-list.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { WordNote } from "#src/lib/words/word-note.tsx";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import type { Entry } from "#src/requests/entry.ts";
import { THUMB_ACTION, ThumbBar } from "#src/ui/page/thumb-bar.tsx";
import { AssessmentRow } from "./list/assessment-row.tsx";
import { StartDialog } from "./list/start-dialog.tsx";

const NONE: readonly AssessmentSummary[] = [];

/** The assessments that the server has. */
function useAssessmentList() {
	const account = useAccount();
	const { scope } = useScope();
	const query = useInfiniteQuery({
		...assessmentListQuery({}, scope),
		enabled: account.status === "known" && !account.locked,
		select: ({ pages, pageParams }) => {
			const total = pages.reduce((sum, page) => sum + page.assessments.length, 0);
			return { pageParams, pages: pages.map((page) => ({ ...page, total })) };
		},
	});
	const assessmentsIn = useCallback((page: AssessmentPage & { total: number }) => page.assessments, []);
	return usePagedList(query, NONE, assessmentsIn);
}

/** An assessment as the server lists it, plus answers still waiting on this device. Reads its questions only if there are any. */
function ListedAssessment({ assessment, words }: { assessment: AssessmentSummary; words: readonly Entry[] }) {
	const { scope } = useScope();
	const waiting = waitingOf(words, assessment.id).length;
	const { data, dataUpdatedAt } = useQuery({ ...assessmentQuery(assessment.id, scope), enabled: waiting > 0 });
	const shown = waiting > 0 && data ? assessmentShown(data, words, dataUpdatedAt, currentMe()) : assessment;
	return <AssessmentRow assessment={shown} waiting={waiting} />;
}

export const meta = {
	title: `Assessments | ${site.name}`,
	description: "Site visits, self-assessments and supplier questionnaires: what is under way, and what is missing.",
	indexable: false,
} as const;

/** Height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 92;

/** Assessments started on this device that `list` does not have yet, if their questions are on this device too. */
function useBegunOnDevice(words: readonly Entry[], list: ReturnType<typeof useAssessmentList>) {
	const account = useAccount();
	const { scope, workspace, client } = useScope();
	const own = client ?? workspace?.clients.find((one) => one.own);
	const { view } = list;
	const [known, readAt] = view.status === "shown" ? [view.items, view.readAt] : [[], 0];
	const begun = assessmentsHere(words, readAt)
		.filter(({ body }) => !known.some(({ id }) => id === body.id))
		.filter(({ entry }) => !own || !entry.clientId || entry.clientId === own.id);
	const enabled = begun.length > 0 && account.status === "known" && !account.locked;
	const templates = useQuery({ ...templatesQuery(scope), enabled }).data?.templates ?? [];
	return begun.map(({ entry, body }) => {
		const found = templates.find(
			({ template }) => template.id === body.template.id && template.version === body.template.version,
		);
		const clientId = (entry.clientId ?? own?.id ?? "") as ClientId;
		const read = found && asAssessment(body, found.template, clientId, currentMe());
		return { entry, body, shown: read && assessmentShown(read, words, 0, currentMe()) };
	});
}

export default function AssessmentsPage() {
	const account = useAccount();
	const { can } = useScope();
	const list = useAssessmentList();
	const words = useWords();
	const here = useBegunOnDevice(words, list);
	const [starting, setStarting] = useState(false);
	const mayStart = can("work") && account.status === "known";
	return (
		<div className={`frame pt-5 md:pt-8 ${mayStart ? "pb-32 md:pb-16" : "pb-16"}`}>
			<div className="mb-4 flex items-center justify-between gap-4 md:mb-6">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Assessments</h1>
				{mayStart && (
					<ThumbBar>
						<button type="button" aria-haspopup="dialog" onClick={() => setStarting(true)} className={THUMB_ACTION}>
							Start an assessment
						</button>
					</ThumbBar>
				)}
			</div>
			{account.status === "known" && (
				<p className="mb-2 text-15 print:hidden">
					<Link to="/dashboard/assessments/templates" className="inline-flex min-h-11 items-center">
						Templates
					</Link>
				</p>
			)}
			<RoleNote permission="work" what="start assessments" />
			{here.length > 0 && (
				<ul aria-label="Begun on this device" className="mb-6 grid gap-3">
					{here.map(({ entry, body, shown }) => (
						<li key={entry.id}>
							{shown ? (
								<AssessmentRow assessment={shown} waiting={waitingOf(words, body.id).length} />
							) : (
								<p className="wrap-anywhere font-semibold text-15">
									<bdi>{body.title}</bdi>
								</p>
							)}
							<div className="mt-2">
								<WordNote entry={entry} said="New assessment" about={body.title} />
							</div>
						</li>
					))}
				</ul>
			)}
			<ListPanel<AssessmentSummary>
				label="Assessments"
				noun={{ one: "assessment", many: "assessments" }}
				list={list}
				filtered={0}
				empty={
					account.status === "unknown" ? (
						<>
							Site visits, self-assessments and supplier questionnaires, answered and signed also without a connection.{" "}
							<Link to="/auth/login?next=/dashboard/assessments">Sign in</Link> to see your own.
						</>
					) : here.length > 0 ? (
						"Nothing else yet."
					) : (
						"No assessment yet. Start one before a visit: it works without a connection, and every answer is kept."
					)
				}
				onClear={() => undefined}
				keyOf={({ id }) => id}
				rowHeight={ROW_HEIGHT}
				row={(one) => <ListedAssessment assessment={one} words={words} />}
			/>
			{starting && <StartDialog onClose={() => setStarting(false)} />}
		</div>
	);
}

import { useMemo, useState } from "react";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import type { QuestionnaireDetail } from "#contract/questionnaires/questionnaires.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { ListMessage } from "#src/lib/data/lists/list-message.tsx";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { RowList } from "#src/ui/list/row-list.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { NotTakenList } from "../list/not-taken-list.tsx";
import { questionnaireShown } from "../question-words.ts";
import {
	progressText,
	QUESTION_STATE_LABELS,
	QUESTIONNAIRE_STATE_LABELS,
	questionnaireDueText,
} from "../questionnaire-labels.ts";
import { TableSummary } from "../tables/table-summary.tsx";
import { QuestionCard } from "./question-card.tsx";
import { QuestionnaireActions } from "./questionnaire-actions.tsx";
import {
	isIn,
	QUESTION_TABS,
	type QuestionTab,
	readAddress,
	sectionsOf,
	writeAddress,
} from "./questionnaire-address.ts";

type Props = {
	/** As read. */
	questionnaire: QuestionnaireDetail;
	words: readonly Entry[];
	/** Milliseconds. */
	readAt: number;
};

/** Height of a card before it is measured, in pixels. */
const CARD_HEIGHT = 240;
const NO_CHOICES: readonly string[] = [];
const NONE: ReadonlySet<string> = new Set();

const EMPTY: Readonly<Record<QuestionTab, string>> = {
	"needs-person": "No question needs a person.",
	proposed: "Nothing waits to be confirmed.",
	confirmed: "Nothing is confirmed yet. Only confirmed answers go into the file.",
	all: "There are no questions here.",
};

/** A questionnaire with its questions, one card each. */
export function QuestionnaireView({ questionnaire: read, words, readAt }: Props) {
	const account = useAccount();
	const now = useNow();
	const { address, go } = useAddress(readAddress, writeAddress);
	const { tab, section } = address;
	/** Questions answered since the filter was chosen: they stay where they are. */
	const [kept, setKept] = useState(NONE);
	const me = account.status === "known" ? account.account.name : "";
	const questionnaire = useMemo(() => questionnaireShown(read, words, readAt, me), [read, words, readAt, me]);
	const { questions, counts, customer, state, fileName, uploadedAt, uploadedBy, notTaken, tables, matchedAt } =
		questionnaire;
	const proposals = useMemo(() => new Map(read.proposals.map((one) => [one.id, one])), [read.proposals]);
	const sections = useMemo(() => sectionsOf(questions), [questions]);
	const inSection = section === "" ? questions : questions.filter((question) => question.section === section);
	const shown = inSection.filter((question) => isIn(question, tab) || kept.has(question.id));
	const due = questionnaireDueText(questionnaire, now);
	const choose = (change: Partial<typeof address>) => {
		setKept(NONE);
		go((before) => ({ ...before, ...change }));
	};
	return (
		<>
			<p className="wrap-anywhere flex flex-wrap gap-x-4 gap-y-1 text-15 tabular-nums">
				{customer !== "" && <bdi>{customer}</bdi>}
				<span>{QUESTIONNAIRE_STATE_LABELS[state]}</span>
				{due !== "" && <span>{due}</span>}
				<span role="status">{progressText(counts)}</span>
			</p>
			<p className="wrap-anywhere mt-1 text-13 text-quiet tabular-nums">
				<bdi>{fileName}</bdi>, added {timeText(uploadedAt)}
				{uploadedBy !== "" && ` by ${uploadedBy}`}. Matched {timeText(matchedAt)}.
			</p>
			<div className="mt-4">
				<RoleNote permission="work" what="answer questions" />
				<QuestionnaireActions
					questionnaire={questionnaire}
					words={words}
					onSaid={(ids) => setKept(new Set([...kept, ...ids]))}
				/>
			</div>
			{tables.length > 0 && (
				<details className="mt-4">
					<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
						How the file was read
					</summary>
					<TableSummary tables={tables.filter(({ use }) => use.use === "questions")} />
				</details>
			)}
			{notTaken.length > 0 && (
				<details className="mt-4">
					<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
						{counted(notTaken.length, "row")} of the file not taken
					</summary>
					<NotTakenList notTaken={notTaken} />
				</details>
			)}
			{sections.length > 1 && (
				<div className="mt-5 max-w-md print:hidden">
					<ChoiceField
						id="section"
						label="Section"
						none="All sections"
						options={sections}
						value={sections.includes(section) ? section : ""}
						onChange={({ target }) => choose({ section: target.value })}
					/>
				</div>
			)}
			<div className="mt-5">
				<Tabs
					label="Questions"
					selected={tab}
					onSelect={(name) => choose({ tab: name })}
					tabs={QUESTION_TABS.map((name) => ({
						name,
						label: name === "all" ? "All" : QUESTION_STATE_LABELS[name],
						count: inSection.filter((question) => isIn(question, name)).length,
					}))}
				>
					{shown.length === 0 ? (
						<ListMessage>
							<p>{EMPTY[tab]}</p>
							{section !== "" && (
								<Button variant="secondary" onClick={() => choose({ section: "" })}>
									Show all sections
								</Button>
							)}
						</ListMessage>
					) : (
						<RowList
							key={`${tab} ${section}`}
							label="Questions"
							items={shown}
							keyOf={({ id }) => id}
							total={shown.length}
							more={null}
							rowHeight={CARD_HEIGHT}
							row={(question) => (
								<QuestionCard
									questionnaire={questionnaire}
									question={question}
									choices={question.list === null ? NO_CHOICES : (read.lists[question.list] ?? NO_CHOICES)}
									proposals={proposals}
									words={words}
									onSaid={(id) => setKept((before) => new Set([...before, id]))}
								/>
							)}
						/>
					)}
				</Tabs>
			</div>
		</>
	);
}

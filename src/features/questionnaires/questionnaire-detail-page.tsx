import { useQuery } from "@tanstack/react-query";
import { questionnaireId } from "#contract/questionnaires/questionnaires.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailPage } from "#src/lib/data/details/detail-page.tsx";
import { DetailStates } from "#src/lib/data/details/detail-states.tsx";
import { questionnaireQuery } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { QuestionnaireView } from "./detail/questionnaire-view.tsx";

export const meta = {
	title: `Questionnaire | ${site.name}`,
	description: "One customer’s questionnaire: its questions, what is proposed for each, and what is confirmed.",
	indexable: false,
} as const;

/** Questionnaires belong to accounts, so none has its own prerendered document. */
export const paths: string[] = [];

function Body({ id }: { id: string | null }) {
	const account = useAccount();
	const { scope } = useScope();
	const words = useWords();
	const enabled = id !== null && account.status === "known" && !account.locked;
	const reading = useQuery({ ...questionnaireQuery(id ?? "", scope), enabled });
	return (
		<DetailStates
			noun={{ one: "questionnaire", many: "Questionnaires" }}
			kind="Questionnaire"
			title={({ title }) => <bdi>{title}</bdi>}
			missing={id === null}
			reading={reading}
		>
			{(questionnaire) => (
				<QuestionnaireView questionnaire={questionnaire} words={words} readAt={reading.dataUpdatedAt} />
			)}
		</DetailStates>
	);
}

const LIST = { path: "/dashboard/questionnaires", label: "All questionnaires" };

export default function QuestionnaireDetailPage() {
	return (
		<DetailPage id={questionnaireId} list={LIST}>
			{(id) => <Body id={id} />}
		</DetailPage>
	);
}

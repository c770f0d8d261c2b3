import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { questionnaireId } from "#contract/questionnaires/questionnaires.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailStates } from "#src/lib/data/detail-states.tsx";
import { questionnaireQuery } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { Link } from "#src/lib/workspace/link.tsx";
import { screenPath } from "#src/lib/workspace/screen-path.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { QuestionnaireView } from "./detail/questionnaire-view.tsx";

export const meta = {
	title: `Questionnaire | ${site.name}`,
	description: "One customer’s questionnaire: its questions, what is proposed for each, and what is confirmed.",
	indexable: false,
} as const;

/** Questionnaires belong to accounts: none has a document of its own. */
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

export default function QuestionnaireDetailPage() {
	const { pathname } = useLocation();
	// Anyone can type an address, so it is parsed as the API would.
	const id = z.safeParse(questionnaireId, screenPath(pathname).split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/questionnaires" className="inline-flex min-h-11 items-center">
					All questionnaires
				</Link>
			</p>
			<Body key={id.success ? id.data : ""} id={id.success ? id.data : null} />
		</div>
	);
}

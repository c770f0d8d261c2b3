import { useQueryClient } from "@tanstack/react-query";
import type { QuestionnaireDetail } from "#contract/questionnaires/questionnaires.ts";
import { DeleteDialog } from "#src/lib/forms/delete-dialog.tsx";
import { questionnaireKeys, refreshQuestionnaires } from "#src/lib/questionnaires/questionnaire-keys.ts";
import { deleteQuestionnaire } from "#src/lib/questionnaires/questionnaires-api.ts";
import { useGo } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";

type Props = { questionnaire: Pick<QuestionnaireDetail, "id" | "title">; onClose(): void };

/** Deletes a questionnaire after a confirmation. */
export function DeleteQuestionnaire({ questionnaire: { id, title }, onClose }: Props) {
	const queries = useQueryClient();
	const { scope } = useScope();
	const go = useGo();
	const remove = async () => {
		await deleteQuestionnaire(id, scope);
		go("/dashboard/questionnaires");
		queries.removeQueries({ queryKey: questionnaireKeys.detail(id) });
		await refreshQuestionnaires(queries);
	};
	return (
		<DeleteDialog title="Delete this questionnaire?" subtitle={title} onDelete={remove} onClose={onClose}>
			Its file and its answers go with it. Answers in the library stay. The audit log says who deleted it. This cannot
			be undone.
		</DeleteDialog>
	);
}

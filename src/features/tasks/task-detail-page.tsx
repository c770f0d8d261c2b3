import { useQuery } from "@tanstack/react-query";
import type { ClientId } from "#contract/ids.ts";
import { taskId } from "#contract/tasks/tasks.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailPage } from "#src/lib/data/details/detail-page.tsx";
import { DetailStates } from "#src/lib/data/details/detail-states.tsx";
import { asTask, waitingTasks } from "#src/lib/tasks/task-words.ts";
import { taskQuery } from "#src/lib/tasks/tasks-api.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { useMemberName } from "#src/lib/workspace/members/use-member-name.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { TaskView } from "./task-view.tsx";

export const meta = {
	title: `Task | ${site.name}`,
	description: "One task: what is to be done, why, by whom, and until when.",
	indexable: false,
} as const;

/** Tasks belong to accounts, so none has its own prerendered document. */
export const paths: string[] = [];

function Body({ id }: { id: string | null }) {
	const account = useAccount();
	const { scope, client, workspace } = useScope();
	const words = useWords();
	const nameOf = useMemberName();
	// A task that was added here and is still waiting is read only from this device.
	const added = waitingTasks(words).find(({ body }) => body.id === id);
	const enabled = id !== null && account.status === "known" && !account.locked && !added;
	const reading = useQuery({ ...taskQuery(id ?? "", scope), enabled });
	const own = client ?? workspace?.clients.find((one) => one.own);
	const shown = added
		? {
				...reading,
				data: asTask(added.body, (added.entry.clientId ?? own?.id ?? "") as ClientId, added.entry.createdAt, nameOf),
				error: null,
			}
		: reading;
	return (
		<DetailStates
			noun={{ one: "task", many: "Tasks" }}
			kind="Task"
			title={({ title }) => <bdi>{title}</bdi>}
			missing={id === null}
			reading={shown}
		>
			{(task) => <TaskView task={task} words={words} readAt={reading.dataUpdatedAt} added={added?.entry ?? null} />}
		</DetailStates>
	);
}

const LIST = { path: "/dashboard/tasks", label: "All tasks" };

export default function TaskDetailPage() {
	return (
		<DetailPage id={taskId} list={LIST}>
			{(id) => <Body id={id} />}
		</DetailPage>
	);
}

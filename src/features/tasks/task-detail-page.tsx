import { useQuery } from "@tanstack/react-query";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import type { ClientId } from "#contract/ids.ts";
import { taskId } from "#contract/tasks/tasks.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { DetailStates } from "#src/lib/data/detail-states.tsx";
import { asTask, waitingTasks } from "#src/lib/tasks/task-words.ts";
import { taskQuery } from "#src/lib/tasks/tasks-api.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { Link } from "#src/lib/workspace/link.tsx";
import { screenPath } from "#src/lib/workspace/screen-path.ts";
import { useMemberName } from "#src/lib/workspace/use-member-name.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { TaskView } from "./task-view.tsx";

export const meta = {
	title: `Task | ${site.name}`,
	description: "One task: what is to be done, why, by whom, and until when.",
	indexable: false,
} as const;

/** Tasks belong to accounts: none has a document of its own. */
export const paths: string[] = [];

function Body({ id }: { id: string | null }) {
	const account = useAccount();
	const { scope, client, workspace } = useScope();
	const words = useWords();
	const nameOf = useMemberName();
	// One that was added here and waits is read from this device alone.
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

export default function TaskDetailPage() {
	const { pathname } = useLocation();
	// Anyone can type an address, so it is parsed as the API would.
	const id = z.safeParse(taskId, screenPath(pathname).split("/")[3]);
	return (
		<div className="frame pt-4 pb-16">
			<p className="text-15 print:hidden">
				<Link to="/dashboard/tasks" className="inline-flex min-h-11 items-center">
					All tasks
				</Link>
			</p>
			<Body key={id.success ? id.data : ""} id={id.success ? id.data : null} />
		</div>
	);
}

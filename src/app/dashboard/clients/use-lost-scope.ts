import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Membership, WorkspaceList } from "#contract/workspaces/workspaces.ts";
import { readAccount } from "#src/lib/account/account.ts";
import { queryClient } from "#src/lib/data/query-client.ts";
import { loseWorkspace, watchLosses } from "#src/lib/workspace/access/lost-workspace.ts";
import { type ScopeLoss, subscribeScopeLoss } from "#src/lib/workspace/access/scope-loss.ts";
import { writeChoice } from "#src/lib/workspace/choice.ts";
import { refreshWorkspaces, workspacesQuery } from "#src/lib/workspace/workspace-queries.ts";

const HOME = "/dashboard/overview";

/** The message about it, shown until the user has read it. */
export type LostNotice = { title: string; text: string };

const nameOf = ({ scope }: ScopeLoss): string =>
	queryClient
		.getQueryData<WorkspaceList>(workspacesQuery.queryKey)
		?.workspaces.find(({ id }: Membership) => id === scope.workspace)?.name ?? "this workspace";

/**
 * When a read shows that the account has lost access to a workspace or client, deletes what the device stored for that workspace and shows
 * what is left.
 */
export function useLostScope(): { lost: LostNotice | null; dismiss(): void } {
	const navigate = useNavigate();
	const [lost, setLost] = useState<LostNotice | null>(null);
	useEffect(watchLosses, []);
	useEffect(() => {
		/** Several reads may be refused at the same time. */
		const handled = new Set<string>();
		return subscribeScopeLoss((loss) => {
			const { code, scope } = loss;
			const state = readAccount();
			const key = JSON.stringify([code, scope.workspace, scope.client]);
			if (state.status !== "known" || handled.has(key)) return;
			const { accountId } = state.account;
			if (code === "other_workspace" && scope.workspace !== null) {
				handled.add(key);
				const name = nameOf(loss);
				writeChoice(accountId, { workspace: null, code: null });
				navigate(HOME, { replace: true });
				setLost({
					title: `You are not a member of ${name} now.`,
					text: "What this device kept of it was deleted. Requests for it stay in the outbox. Here is your own workspace.",
				});
				void loseWorkspace(scope.workspace)
					.then(refreshWorkspaces)
					.finally(() => handled.delete(key));
			}
			// An account can lose even the workspace it came with: a company's founder may leave.
			if (code === "other_workspace" && scope.workspace === null) {
				handled.add(key);
				void loseWorkspace(null)
					.then(() => queryClient.fetchQuery({ ...workspacesQuery, staleTime: 0 }))
					.then(({ workspaces: [other] }) => {
						if (other) {
							writeChoice(accountId, { workspace: other.id, code: null });
							navigate(HOME, { replace: true });
						}
						setLost({
							title: "You are not a member of the workspace you began with now.",
							text: other
								? `What this device kept of it was deleted. Requests for it stay in the outbox. Here is ${other.name}.`
								: "What this device kept of it was deleted. Create a workspace in the settings, or accept an invitation.",
						});
					})
					// Offline, or signed out in the meantime: the next refused read tries again.
					.catch(() => undefined)
					.finally(() => handled.delete(key));
			}
			if (code === "client_unknown" && scope.client !== null) {
				handled.add(key);
				writeChoice(accountId, { workspace: scope.workspace, code: null });
				navigate(HOME, { replace: true });
				setLost({
					title: "This client is gone.",
					text: "It was deleted, or you cannot see it now. Here are all clients.",
				});
				void refreshWorkspaces().finally(() => handled.delete(key));
			}
		});
	}, [navigate]);
	return { lost, dismiss: () => setLost(null) };
}

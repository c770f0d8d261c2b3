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

/** What is said about it until the person has read it. */
export type LostNotice = { title: string; text: string };

const nameOf = ({ scope }: ScopeLoss): string =>
	queryClient
		.getQueryData<WorkspaceList>(workspacesQuery.queryKey)
		?.workspaces.find(({ id }: Membership) => id === scope.workspace)?.name ?? "this workspace";

/**
 * When a read shows that a workspace or client is no longer the account's, what the device kept of the workspace is deleted, and the
 * screens show what is left.
 */
export function useLostScope(): { lost: LostNotice | null; dismiss(): void } {
	const navigate = useNavigate();
	const [lost, setLost] = useState<LostNotice | null>(null);
	useEffect(watchLosses, []);
	useEffect(() => {
		/** Several reads are refused at the same time. */
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
			// The workspace that came with the account can lose it, too: the founder of a company may leave it.
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
					// Offline, or signed out meanwhile: the next read that is refused tries again.
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

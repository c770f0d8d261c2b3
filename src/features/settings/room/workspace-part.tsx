import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Me } from "#contract/accounts/accounts.ts";
import type { WorkspaceId } from "#contract/ids.ts";
import { can, type Permission } from "#contract/workspaces/roles.ts";
import type { Workspace } from "#contract/workspaces/workspaces.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { workspaceQuery } from "#src/lib/workspace/workspace-queries.ts";
import { AccountPart } from "../account-part.tsx";

/** What a room about the workspace gets. */
export type Here = {
	me: Me;
	workspace: Workspace;
	/** The whole workspace, whatever client the screens show: these rooms are about all of it. */
	scope: WorkScope;
	/** Whether the reader's role has a permission. */
	may(permission: Permission): boolean;
	withSession: WithSession;
};

type Props = { children(here: Here): ReactNode };
type ReadProps = Props & Pick<Here, "me" | "withSession"> & { id: WorkspaceId | null };

function Read({ id, me, withSession, children }: ReadProps) {
	const reading = useQuery(workspaceQuery(id));
	return (
		<AccountData what="the workspace" reading={reading}>
			{(workspace) =>
				children({
					me,
					workspace,
					withSession,
					scope: { workspace: id, client: null },
					may: (permission) => can(workspace.role, permission),
				})
			}
		</AccountData>
	);
}

/** A room that only members of the workspace see, or why it is not shown. */
export function WorkspacePart({ children }: Props) {
	const { workspace } = useScope().scope;
	return (
		<AccountPart>
			{({ me, withSession }) => (
				<Read key={workspace} id={workspace} me={me} withSession={withSession}>
					{children}
				</Read>
			)}
		</AccountPart>
	);
}

/**
 * Whether something was allowed at any time since this first rendered: an open form stays when its role is revoked,
 * and the server's refusal beside it says who can help.
 */
export function useOnceAllowed(allowed: boolean): boolean {
	const [was, setWas] = useState(allowed);
	if (allowed && !was) setWas(true);
	return was || allowed;
}

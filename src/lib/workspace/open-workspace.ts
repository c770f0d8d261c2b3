import type { AccountId, WorkspaceId } from "#contract/ids.ts";
import { writeChoice } from "./choice.ts";
import { named } from "./scope.ts";

/** Shows another workspace from now on, with all its clients. */
export const openWorkspace = (account: AccountId, id: WorkspaceId): void =>
	writeChoice(account, { workspace: named(id), code: null });

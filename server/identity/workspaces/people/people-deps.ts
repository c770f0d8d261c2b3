import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { AccountLimits } from "../../accounts/limits.ts";
import type { PeopleStore } from "./store/people-store.ts";

/** What the use cases of workspaces and their people need. */
export type PeopleDeps = {
	store: PeopleStore;
	/** How often one network may open links. */
	limits: Pick<AccountLimits, "calls">;
	newId: () => string;
	now: () => Date;
};

/** People belong to the whole workspace, whichever client a request names. Only a guest sees one client of it. */
export const wholeFor = (scope: Scope): Scope => ({
	...scope,
	clientId: scope.role === "guest" ? scope.clientId : null,
});

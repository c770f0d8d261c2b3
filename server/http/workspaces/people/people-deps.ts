import type { Senders } from "#server/identity/sessions/operation.ts";
import type { PeopleDeps } from "../../../workspaces/people/people-deps.ts";

/** What the routes of workspaces and their people need. */
export type PeopleRouteDeps = PeopleDeps & { senders: Senders };

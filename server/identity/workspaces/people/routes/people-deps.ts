import type { Senders } from "../../../sessions/operation.ts";
import type { PeopleDeps } from "../people-deps.ts";

/** What the routes of workspaces and their people need. */
export type PeopleRouteDeps = PeopleDeps & { senders: Senders };

import type { PeopleDeps } from "../../../workspaces/people/people-deps.ts";
import type { Senders } from "../../operation.ts";

/** What the routes of workspaces and their people need. */
export type PeopleRouteDeps = PeopleDeps & { senders: Senders };

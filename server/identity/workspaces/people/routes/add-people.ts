import type { FastifyInstance } from "fastify";
import { addInvitations } from "./invitations.ts";
import { addLogo } from "./logo.ts";
import { addMembers } from "./members.ts";
import type { PeopleRouteDeps } from "./people-deps.ts";
import { addWorkspaces } from "./workspaces.ts";

/** Workspaces, their members and invitations. */
export function addPeople(app: FastifyInstance, deps: PeopleRouteDeps): void {
	addWorkspaces(app, deps);
	addLogo(app, deps);
	addMembers(app, deps);
	addInvitations(app, deps);
}

import { randomUUID } from "node:crypto";
import type { Base } from "#server/platform/base.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import type { Seals } from "#server/platform/sealing/seals.ts";
import type { PeopleDeps } from "./people/people-deps.ts";
import { createPeopleStore } from "./people/store/people-store.ts";
import type { TimeToFixChanged } from "./time-to-fix-changed.ts";

/** Workspaces, their members and invitations. */
export function wirePeople(
	{ config, deps, pool, walled, queue }: Base,
	{ recipientOf }: Seals,
	timeToFixChanged: Moment<TimeToFixChanged>,
): PeopleDeps {
	return {
		store: createPeopleStore({ pool, walled, recipientOf, timeToFixChanged }, (mail, through) =>
			queue.send("invitation-mail", mail, { through }),
		),
		limits: { calls: config.LIMIT_ACCOUNT_CALLS },
		newId: randomUUID,
		now: deps.now,
	};
}

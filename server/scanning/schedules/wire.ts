import { randomUUID } from "node:crypto";
import type { Base } from "#server/platform/base.ts";
import { takePoint } from "#server/platform/db/rate-limits.ts";
import type { Scans } from "../scans/wire.ts";
import type { Targets } from "../targets/wire.ts";
import { createManageSchedules } from "./manage-schedules.ts";
import { createScheduleStore } from "./store/schedule-store.ts";

/** Scans that run at set times. */
export function wireSchedules(
	{ deps: { now }, pool, walled }: Base,
	{ guard, ownership }: Targets,
	{ engines, limits, clientOfHost }: Scans,
) {
	const store = createScheduleStore(pool, walled);
	return {
		store,
		manage: createManageSchedules({
			store,
			guard,
			findEngine: engines.find,
			clientOfHost,
			ownership,
			limits,
			takePoint: (counter) => takePoint(pool, counter),
			newId: randomUUID,
			now,
		}),
	};
}

import { waitText } from "#contract/format/duration.ts";
import {
	NEXT_RUNS,
	type Schedule,
	type ScheduleChange,
	type ScheduledScan,
	type SchedulePreview,
	type SchedulePreviewRequest,
	type ScheduleRequest,
} from "#contract/scans/schedules.ts";
import { scopeOf } from "#contract/scans/scope.ts";
import type { Counter } from "#server/platform/db/counter.ts";
import type { Guard } from "#server/platform/outgoing/guard.ts";
import { type Refusal, refuse } from "#server/platform/refusals/refusal.ts";
import type { Scope } from "#server/platform/tenancy/scope.ts";
import type { EngineList } from "../engines/engine-list.ts";
import { askerIn, type Member } from "../scans/asker.ts";
import { checkTarget } from "../scans/check-target.ts";
import type { LimitNumbers } from "../scans/limits.ts";
import type { Ownership } from "../targets/ownership/ownership.ts";
import { type ClientOfHost, refusePlace } from "../targets/refuse-place.ts";
import { changeSchedule } from "./change-schedule.ts";
import { checkTiming } from "./check-timing.ts";
import { scanRequestOf } from "./scan-request.ts";
import { showSchedule } from "./show-schedule.ts";
import type { ScheduleStore } from "./store/schedule-store.ts";
import type { StoredSchedule } from "./stored-schedule.ts";
import { nextTimes } from "./timetable.ts";

/** Who asks, without a place. */
type Sender = Pick<Member, "accountId" | "email" | "emailConfirmed">;
type Shown = { ok: true; shown: Schedule };

/** Creating and changing schedules. A schedule that could not run now is refused before it is stored. */
export type ManageSchedules = {
	create(scope: Scope, sender: Sender, key: string | null, request: ScheduleRequest): Promise<Shown | Refusal>;
	change(scope: Scope, sender: Sender, id: string, change: ScheduleChange): Promise<Shown | Refusal>;
	preview(request: SchedulePreviewRequest): ({ ok: true } & SchedulePreview) | Refusal;
};

type ManageSchedulesDeps = {
	store: ScheduleStore;
	guard: Guard;
	findEngine: EngineList["find"];
	clientOfHost: ClientOfHost;
	ownership: Ownership;
	limits: LimitNumbers;
	takePoint: (counter: Counter) => Promise<{ ok: true } | { ok: false; retryAfter: number }>;
	newId: () => string;
	now: () => Date;
};

/** Checking a target costs us a name lookup. */
const CHECKS_PER_HOUR = 120;

export const noSuchSchedule = refuse("not_found", "There is no such schedule among yours.");

export function createManageSchedules(deps: ManageSchedulesDeps): ManageSchedules {
	const { store, now } = deps;

	async function checkScan(asker: Member, scheduled: ScheduledScan): Promise<{ ok: true } | Refusal> {
		const room = await deps.takePoint({
			what: "schedule-check",
			whom: asker.accountId,
			points: CHECKS_PER_HOUR,
			windowSeconds: 3_600,
		});
		if (!room.ok) {
			const message = `Schedules were changed often enough for the moment. Please try again in ${waitText(room.retryAfter)}.`;
			return refuse("rate_limited", message, { scope: "entry", retryAfter: room.retryAfter });
		}
		const engine = await deps.findEngine(scheduled.kind);
		const request = scanRequestOf(scheduled, asker.email);
		const host = scopeOf(request)?.host;
		const known = host ? await deps.clientOfHost(asker.workspaceId, host) : undefined;
		const misplaced = host && refusePlace(host, asker.clientId, known);
		if (misplaced) return misplaced;
		return checkTarget(request, engine, asker, { ...deps, looksForFile: true });
	}

	return {
		async create(scope, sender, key, request) {
			const isRepeat = key !== null && (await store.knows(scope, key));
			const checked = isRepeat ? undefined : await checkScan(askerIn(scope, sender), request.request);
			if (checked?.ok === false) return checked;
			return store.create(scope, { key, compared: { createSchedule: request } }, () => {
				const createdAt = now();
				const timing = checkTiming(request, createdAt);
				if (!timing.ok) return timing;
				const schedule: StoredSchedule = {
					id: deps.newId(),
					...request,
					status: "active",
					nextRunAt: timing.next,
					lastRun: null,
					missedRuns: 0,
					createdAt,
				};
				return { ok: true, schedule, shown: showSchedule(schedule) };
			});
		},
		async change(scope, sender, id, change) {
			if (!(await store.find(scope, id))) return noSuchSchedule;
			const checked = change.request && (await checkScan(askerIn(scope, sender), change.request));
			if (checked?.ok === false) return checked;
			const changed = await store.change(scope, id, (current) => changeSchedule(current, change, now()));
			if (!changed) return noSuchSchedule;
			return changed.ok ? { ok: true, shown: showSchedule(changed.schedule) } : changed;
		},
		preview(request) {
			const from = now();
			const timing = checkTiming(request, from);
			if (!timing.ok) return timing;
			const times = nextTimes(timing.timetable, from, NEXT_RUNS);
			return { ok: true, nextRuns: times.map((time) => time.toISOString()) };
		},
	};
}

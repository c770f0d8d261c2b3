import type { FastifyInstance, FastifyReply } from "fastify";
import { OPERATIONS } from "#contract/operations.ts";
import { addOperation, type Senders } from "#server/identity/sessions/operation.ts";
import { sendError } from "#server/platform/http/errors.ts";
import type { Refusal } from "#server/platform/refusals/refusal.ts";
import type { AcceptScan } from "../../scans/accept-scan.ts";
import { askerIn } from "../../scans/asker.ts";
import { type ManageSchedules, noSuchSchedule } from "../manage-schedules.ts";
import { scanRequestOf } from "../scan-request.ts";
import { showSchedule } from "../show-schedule.ts";
import type { ScheduleStore } from "../store/schedule-store.ts";

export type ScheduleDeps = { store: ScheduleStore; manage: ManageSchedules; accept: AcceptScan };

/** `schedules/`: scans that run at set times. */
export function addSchedules(
	app: FastifyInstance,
	{ store, manage, accept }: ScheduleDeps,
	{ senders, now }: { senders: Senders; now: () => Date },
): void {
	const options = { senders };
	const send = (reply: FastifyReply, { code, message, details }: Refusal) => sendError(reply, code, message, details);

	addOperation(app, OPERATIONS.listSchedules, options, async ({ scope }) => ({
		schedules: (await store.list(scope)).map(showSchedule),
	}));

	addOperation(app, OPERATIONS.createSchedule, options, async ({ identity, scope, key, body, reply }) => {
		const created = await manage.create(scope, identity, key, body);
		return created.ok ? created.shown : send(reply, created);
	});

	addOperation(app, OPERATIONS.previewSchedule, options, async ({ body, reply }) => {
		const preview = manage.preview(body);
		return preview.ok ? { nextRuns: preview.nextRuns } : send(reply, preview);
	});

	addOperation(app, OPERATIONS.changeSchedule, options, async ({ identity, scope, params, body, reply }) => {
		const changed = await manage.change(scope, identity, params.scheduleId, body);
		return changed.ok ? changed.shown : send(reply, changed);
	});

	addOperation(app, OPERATIONS.deleteSchedule, options, async ({ scope, params, reply }) => {
		if (!(await store.delete(scope, params.scheduleId))) return send(reply, noSuchSchedule);
		return undefined;
	});

	addOperation(app, OPERATIONS.runScheduleNow, options, async ({ identity, scope, params, key, request, reply }) => {
		const { scheduleId } = params;
		const answer = await accept({
			asker: askerIn(scope, identity),
			key,
			compared: { runSchedule: scheduleId },
			request: async () => {
				const schedule = await store.find(scope, scheduleId);
				return schedule && scanRequestOf(schedule.request, identity.email);
			},
			missing: noSuchSchedule.message,
			client: request.ip,
			mailsReport: false,
		});
		if (!answer.ok) return send(reply, answer);
		const { receipt, repeated } = answer;
		if (!repeated) {
			await store.recordRun(scheduleId, { outcome: "started", at: now(), plannedAt: null, scanId: receipt.scanId });
		}
		return { receipt };
	});
}

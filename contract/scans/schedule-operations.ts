import * as z from "zod/mini";
import type { Operation } from "#contract/operation.ts";
import { API_PATHS } from "#contract/routes.ts";
import { scanAccepted } from "./scans.ts";
import {
	schedule,
	scheduleChange,
	scheduleList,
	schedulePreview,
	schedulePreviewRequest,
	scheduleRequest,
} from "./schedules.ts";

const scheduleParams = z.object({ scheduleId: z.uuid("This is not a schedule ID.") });

/** Scans that run by the clock. */
export const SCHEDULE_OPERATIONS = {
	listSchedules: {
		method: "GET",
		path: API_PATHS.schedules,
		access: "account",
		permission: "read",
		scope: "scans:read",
		tag: "Scans",
		summary: "The account’s schedules with their next runs and the outcome of the last one.",
		success: 200,
		answer: scheduleList,
	},
	createSchedule: {
		method: "POST",
		path: API_PATHS.schedules,
		access: "account",
		permission: "arrange",
		tag: "Scans",
		summary: "Schedule a scan: once, daily, weekly, monthly or by a cron expression.",
		body: scheduleRequest,
		success: 201,
		answer: schedule,
		idempotent: true,
	},
	previewSchedule: {
		method: "POST",
		path: API_PATHS.previewSchedule,
		access: "account",
		permission: "read",
		tag: "Scans",
		summary: "When a schedule would run. Nothing is stored.",
		body: schedulePreviewRequest,
		success: 200,
		answer: schedulePreview,
	},
	changeSchedule: {
		method: "PATCH",
		path: API_PATHS.schedule,
		access: "account",
		permission: "arrange",
		tag: "Scans",
		summary: "Pause, resume or change a schedule.",
		params: scheduleParams,
		body: scheduleChange,
		success: 200,
		answer: schedule,
	},
	deleteSchedule: {
		method: "DELETE",
		path: API_PATHS.schedule,
		access: "account",
		permission: "arrange",
		tag: "Scans",
		summary: "Delete a schedule. Its scans stay.",
		params: scheduleParams,
		success: 204,
	},
	runScheduleNow: {
		method: "POST",
		path: API_PATHS.runSchedule,
		access: "account",
		permission: "work",
		tag: "Scans",
		summary: "Start the scan of a schedule now. Its times stay as they are.",
		params: scheduleParams,
		success: 202,
		answer: scanAccepted,
		idempotent: true,
	},
} as const satisfies Record<string, Operation>;

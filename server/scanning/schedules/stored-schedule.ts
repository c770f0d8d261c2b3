import type { Schedule } from "#contract/scans/schedules.ts";

/** A schedule as stored: with only the first of its next runs. */
export type StoredSchedule = Omit<Schedule, "nextRuns" | "createdAt"> & { nextRunAt: Date | null; createdAt: Date };

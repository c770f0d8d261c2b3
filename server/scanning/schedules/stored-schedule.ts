import type { Schedule } from "#contract/scans/schedules.ts";

/** A schedule as it is stored: of its next runs the first. */
export type StoredSchedule = Omit<Schedule, "nextRuns" | "createdAt"> & { nextRunAt: Date | null; createdAt: Date };

import type { ScanId } from "#contract/ids.ts";
import type { Member } from "../scans/asker.ts";
import type { StoredSchedule } from "./stored-schedule.ts";

/** A schedule that is due, and who owns it. */
export type DueSchedule = StoredSchedule & {
	nextRunAt: Date;
	asker: Member;
	/** Its scans that have not ended. */
	unfinished: ScanId[];
};

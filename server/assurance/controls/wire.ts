import type { Base } from "#server/platform/base.ts";
import type { Moment } from "#server/platform/jobs/moment.ts";
import type { RunsRecorded } from "./runs-recorded.ts";
import { createControlStore } from "./store/control-store.ts";

/** Controls of clients, their tests and runs. */
export const wireControls = ({ deps: { now }, walled }: Base, recorded: Moment<RunsRecorded>) =>
	createControlStore(walled, now, recorded);

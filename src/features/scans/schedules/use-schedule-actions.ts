import { useRef, useState } from "react";
import type { Schedule } from "#contract/scans/schedules.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { isOnline } from "#src/lib/device/online.ts";
import { lookForScans } from "#src/lib/scans/scan-events.ts";
import { changeSchedule, deleteSchedule, runScheduleNow } from "#src/lib/scans/schedules-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { notify } from "#src/ui/toast/notify.ts";

const toast = (title: string, text: string) => notify({ title, text }).catch(() => undefined);

function whyNot(error: unknown): string {
	if (error instanceof ApiFailure && error.status !== null && error.message !== "") return error.message;
	return isOnline()
		? "The server did not answer. Check the connection and try again."
		: "You are offline. Try again when you are back online.";
}

export type ScheduleActions = ReturnType<typeof useScheduleActions>;

/** The actions of schedules in the list, one at a time for each schedule. */
export function useScheduleActions() {
	const { scope } = useScope();
	const [under, setUnder] = useState<ReadonlySet<string>>(new Set());
	const running = useRef(new Set<string>());
	// One key for each request, also when the button is pressed again because no answer came.
	const keys = useRef(new Map<string, string>());

	async function act({ id }: Schedule, failed: string, task: () => Promise<unknown>): Promise<boolean> {
		if (running.current.has(id)) return false;
		running.current.add(id);
		setUnder((before) => new Set(before).add(id));
		let done = true;
		try {
			await task();
		} catch (error) {
			done = false;
			void toast(failed, whyNot(error));
		}
		running.current.delete(id);
		setUnder((before) => new Set([...before].filter((one) => one !== id)));
		return done;
	}

	return {
		isBusy: ({ id }: Schedule) => under.has(id),
		pause(schedule: Schedule): void {
			void act(schedule, "The schedule was not paused", () => changeSchedule(schedule.id, { status: "paused" }, scope));
		},
		resume(schedule: Schedule): void {
			void act(schedule, "The schedule was not resumed", () =>
				changeSchedule(schedule.id, { status: "active" }, scope),
			);
		},
		run(schedule: Schedule): void {
			const key = keys.current.get(schedule.id) ?? crypto.randomUUID();
			keys.current.set(schedule.id, key);
			void act(schedule, "The scan was not started", () => runScheduleNow(schedule.id, scope, key)).then((done) => {
				if (!done) return;
				keys.current.delete(schedule.id);
				void toast("Scan started", schedule.name);
				void lookForScans();
			});
		},
		remove(schedule: Schedule): void {
			void act(schedule, "The schedule was not deleted", () => deleteSchedule(schedule.id, scope));
		},
	};
}

import type { Asset } from "#contract/findings/assets.ts";
import type { Recurrence, Schedule, ScheduleRequest } from "#contract/scans/schedules.ts";

/** The host that a target names: a URL's host, or the target itself. */
function hostOf(target: string): string {
	const url = URL.parse(target.includes("://") ? target : `https://${target}`);
	return (url?.hostname ?? target).toLowerCase();
}

/** The hosts to offer, and whether each has a schedule. */
export function hostChoices(
	assets: readonly Pick<Asset, "host">[],
	schedules: readonly Pick<Schedule, "request">[],
): { host: string; isScheduled: boolean }[] {
	const scheduled = new Set(
		schedules.flatMap(({ request: { body } }) =>
			"target" in body && typeof body.target === "string" ? [hostOf(body.target)] : [],
		),
	);
	return assets.map(({ host }) => ({ host, isScheduled: scheduled.has(host) }));
}

/** A schedule of Combined scans of one host, in the device's own time zone. */
export const scheduleFor = (host: string, recurrence: Recurrence, digest: boolean): ScheduleRequest => ({
	name: `${host}, ${recurrence.type}`.slice(-100),
	request: { kind: "combined", body: { target: host } },
	recurrence,
	timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
	overlap: "skip",
	digest,
});

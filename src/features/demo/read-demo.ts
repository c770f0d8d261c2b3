import { type DemoRequest, demoRequest } from "#contract/site/leads.ts";
import type { FormReading } from "#src/lib/forms/use-lead-form.ts";

/** Reads the form's fields. The requested time is in the visitor's local time; `now` and `timeZone` are the device's. */
export function readDemo(fields: FormData, device: { now: number; timeZone: string }): FormReading<DemoRequest> {
	const { wish, ...rest } = Object.fromEntries([...fields].filter(([, value]) => value !== ""));
	const startsAt = typeof wish === "string" ? new Date(wish) : null;
	if (startsAt && !(startsAt.getTime() > device.now)) return { trouble: "Please choose a time in the future." };
	const { data, error } = demoRequest.safeParse({
		...rest,
		...(startsAt && { startsAt: startsAt.toISOString(), timeZone: device.timeZone }),
	});
	return data ? { body: data } : { trouble: error?.issues[0]?.message ?? "Please check the fields." };
}

import { type DemoRequest, demoRequest } from "#contract/leads.ts";

/** What the form says: a body to send, or what is wrong with it. */
type Read = { body: DemoRequest } | { trouble: string };

/** The wished time is the visitor's local one; `now` and `timeZone` are those of the device. */
export function readDemo(fields: FormData, device: { now: number; timeZone: string }): Read {
	const { wish, ...rest } = Object.fromEntries([...fields].filter(([, value]) => value !== ""));
	const startsAt = typeof wish === "string" ? new Date(wish) : null;
	if (startsAt && !(startsAt.getTime() > device.now)) return { trouble: "Please choose a time that is still to come." };
	const { data, error } = demoRequest.safeParse({
		...rest,
		...(startsAt && { startsAt: startsAt.toISOString(), timeZone: device.timeZone }),
	});
	return data ? { body: data } : { trouble: error?.issues[0]?.message ?? "Please look at the fields again." };
}

import { expect, test } from "vitest";
import { scheduleRequest } from "#contract/scans/schedules.ts";
import { hostChoices, scheduleFor } from "#src/features/compliance/list/framework-schedules.ts";

type Schedules = Parameters<typeof hostChoices>[1];

test("a host has a schedule if one names it, as a URL or alone", () => {
	const schedules = ["https://Shop.example.com/cart", "api.example.com:8443", "other.example.com"].map((target) => ({
		request: { kind: "combined", body: { target } },
	})) as Schedules;
	const hosts = ["shop.example.com", "api.example.com", "example.com"].map((host) => ({ host }));
	expect(hostChoices(hosts, schedules).map(({ isScheduled }) => isScheduled)).toEqual([true, true, false]);
});

test("a schedule of a host with a long name is one that the server takes", () => {
	const host = `${"a".repeat(60)}.${"b".repeat(60)}.example.com`;
	for (const recurrence of [
		{ type: "daily", time: "06:00" },
		{ type: "weekly", days: ["mon"], time: "06:00" },
		{ type: "monthly", day: 1, time: "06:00" },
	] as const)
		expect(
			scheduleRequest.safeParse(
				scheduleFor(host, recurrence.type === "weekly" ? { ...recurrence, days: ["mon"] } : recurrence, true),
			).error,
		).toBeUndefined();
});

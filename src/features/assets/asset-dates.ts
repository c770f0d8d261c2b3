import type { Asset } from "#contract/findings/assets.ts";
import { dayText } from "#contract/format/time.ts";

/** Something that expires on a day, and whether it has. */
type EndDate = { what: string; on: string; over: boolean; words: string };

const DAY_MS = 24 * 60 * 60_000;

/** The moment it expires: for a day without a time, the end of that day in UTC. */
const endOf = (on: string): number => Date.parse(on) + (on.includes("T") ? 0 : DAY_MS);

function distance(on: string, now: number): string {
	const days = Math.floor(Date.parse(on) / DAY_MS) - Math.floor(now / DAY_MS);
	if (days === 0) return ", today";
	return days === 1 ? ", tomorrow" : `, in ${days} days`;
}

/** What expires on a host: its certificate, its verification, and support for its software. Soonest first. */
export function endDates({ certificateEndsAt, endOfLife, claim }: Asset, now: number): EndDate[] {
	const ends = [
		...(certificateEndsAt ? [{ what: "Certificate", on: certificateEndsAt }] : []),
		...(claim?.status === "proven" && claim.expiresAt ? [{ what: "Ownership verification", on: claim.expiresAt }] : []),
		...endOfLife.map(({ product, on }) => ({ what: `Support for ${product}`, on })),
	];
	return ends
		.toSorted((a, b) => (a.on < b.on ? -1 : 1))
		.map(({ what, on }) => {
			const over = endOf(on) <= now;
			const words = over ? `ended on ${dayText(on)}` : `ends on ${dayText(on)}${distance(on, now)}`;
			return { what, on, over, words };
		});
}

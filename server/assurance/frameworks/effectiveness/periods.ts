import { dayFrom, numberOf } from "./days.ts";

/** When a test was due, and when there is a result. All days are UTC. */
export type Due = {
	/** Whole periods of its cadence. */
	due: number;
	/** Periods in which it ran with a result. */
	ran: number;
	/** Periods without a result, joined where they touch, oldest first. */
	gaps: { from: string; to: string }[];
};

/** Whole periods of a cadence, and the day on which the first starts, as a number of days. */
type Periods = { first: number; due: number };

type Tested = {
	from: string;
	/** The last day that is over, or today: the future is not due yet. */
	to: string;
	/** The day on which the test was added: it was not due before. */
	added: string;
	everyDays: number;
	/** Days with a run that passed or failed. */
	days: ReadonlySet<string>;
};

/**
 * A test is due once in each period of its cadence, counted from the day on which the window starts or the test was added. A period that
 * the end of the window cuts off is not due yet. Pure.
 */
export function periodsOf({ from, to, added, everyDays }: Omit<Tested, "days">): Periods {
	const first = Math.max(numberOf(from), numberOf(added));
	return { first, due: Math.max(0, Math.floor((numberOf(to) - first + 1) / everyDays)) };
}

/** The periods in which a test ran. Pure. */
export function dueOf({ days, ...tested }: Tested): Due {
	const { first, due } = periodsOf(tested);
	const { everyDays } = tested;
	const ranIn = new Set([...days].map((day) => Math.floor((numberOf(day) - first) / everyDays)));
	const gaps: Due["gaps"] = [];
	let ran = 0;
	let open = false;
	for (let period = 0; period < due; period += 1) {
		const begins = first + period * everyDays;
		const ends = dayFrom(begins + everyDays - 1);
		const last = gaps.at(-1);
		if (ranIn.has(period)) {
			ran += 1;
			open = false;
		} else if (open && last) last.to = ends;
		else {
			gaps.push({ from: dayFrom(begins), to: ends });
			open = true;
		}
	}
	return { due, ran, gaps };
}

import type { ColumnProfile } from "./column-profile.ts";

/** A column, and how much speaks for it. */
export type Scored = { profile: ColumnProfile; points: number };

export const share = (count: number, of: number): number => (of === 0 ? 0 : count / of);

/** The column with the most points; undefined if none has enough. */
export const bestOf = (all: readonly Scored[], least: number): ColumnProfile | undefined =>
	all.reduce<Scored | undefined>(
		(best, each) => (each.points >= least && (!best || each.points > best.points) ? each : best),
		undefined,
	)?.profile;

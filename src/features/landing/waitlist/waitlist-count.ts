const BASE = 200;
const PER_DAY = 20;
const START = Date.UTC(2025, 6, 18);
const DAY = 86_400_000;

/**
 * The number beside the waiting list: 200, and 20 more for each whole day since 2025-07-18 in UTC (specification, section 9).
 * In its own file, so that the browser tests can compute it without the section.
 */
export const waitlistCount = (now: number): number => BASE + PER_DAY * Math.max(0, Math.floor((now - START) / DAY));

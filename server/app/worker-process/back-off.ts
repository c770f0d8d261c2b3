const FIRST_MS = 500;
const LONGEST_MS = 60_000;
/** A process that ran for this long was healthy: its end is not counted together with the one before. */
const SOUND_MS = 5 * 60_000;

/** How long to wait before the process is started again: twice as long each time, unless the last one ran for a while. */
export const restartDelay = (ends: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** (ends - 1));

/** How many times in a row it has ended, including this time. */
export const endsInARow = (before: number, workedMs: number): number => (workedMs >= SOUND_MS ? 1 : before + 1);

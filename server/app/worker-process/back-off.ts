const FIRST_MS = 500;
const LONGEST_MS = 60_000;
/** A process that worked for this long was sound: its end is not counted together with the one before. */
const SOUND_MS = 5 * 60_000;

/** How long to wait before the process is started again: twice as long each time, unless the last one worked for a while. */
export const restartDelay = (ends: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** (ends - 1));

/** How many times in a row it has ended, this time included. */
export const endsInARow = (before: number, workedMs: number): number => (workedMs >= SOUND_MS ? 1 : before + 1);

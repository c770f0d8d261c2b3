/**
 * A test run uses a sample of the randomly generated cases: the same ones each time, so that a red run is caused by the change. `npm run
 * fuzz` draws a seed and runs ten times as many.
 */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);

/** How many times more cases than in the sample. */
export const TIMES = Number(process.env.FUZZ_TIMES ?? 1);

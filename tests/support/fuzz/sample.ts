/**
 * Of the cases that are made by chance, a run of the tests has a sample: the same ones each time, so that a red run is about its
 * change. `npm run fuzz` draws a seed and runs ten times as many.
 */
export const SEED = Number(process.env.FUZZ_SEED ?? 20_261_122);

/** How many times more cases than in the sample. */
export const TIMES = Number(process.env.FUZZ_TIMES ?? 1);

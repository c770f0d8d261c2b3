/** ZAP writes one line with its version, among others about Java and memory. */
export const VERSION = /^(\d+\.\d+\.\d+)\s*$/m;
/** The first version whose daemon can stop a plan; we tested 2.17.0. */
export const AT_LEAST = [2, 16];
/** Java is slow to start: up to 55 s on two busy cores. */
export const FIND_MS = 120_000;

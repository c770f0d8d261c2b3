/** "Now" for the samples, in milliseconds: their times are relative to it, so they don't change. */
export const SAMPLE_NOW = Date.UTC(2026, 4, 21, 9, 30);

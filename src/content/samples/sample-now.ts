/** "Now" for the samples, in milliseconds: their times are relative to it and stay the same. */
export const SAMPLE_NOW = Date.UTC(2026, 4, 21, 9, 30);

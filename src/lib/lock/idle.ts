const MINUTE_MS = 60_000;

/** Whether a device was left alone for too long. If the clock was set back since, we cannot tell how long it was. */
export const isIdle = (usedAt: number, now: number, minutes: number): boolean =>
	now - usedAt >= minutes * MINUTE_MS || usedAt - now >= MINUTE_MS;

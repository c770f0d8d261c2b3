/** The device's time zone. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

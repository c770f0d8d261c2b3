/** The device's time zone. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Our outbox's name on the device: its database, locks, channel and files begin with it. It never changes. */
export const OUTBOX = "plumbline-outbox";

/** Our outbox's name on the device: the names of its database, locks, channel, and files start with it. It never changes. */
export const OUTBOX = "plumbline-outbox";

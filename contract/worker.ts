/** Tag of the Background Sync event that replays the outbox. */
export const SYNC_TAG = "outbox";

/** What the page (workbox-window) tells a waiting worker once a person has accepted the update. */
export const SKIP_WAITING = { type: "SKIP_WAITING" } as const;

/** Choices of this device that its worker has to know: one address in this cache for each that was made. */
export const DEVICE_CACHE = "plumbline-device";

/** There: what the outbox has sent while no window was looked at is shown as a notification. */
export const OUTBOX_NOTICES = "/device/outbox-notices";

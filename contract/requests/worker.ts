/** Tag of the Background Sync event that replays the outbox. */
export const SYNC_TAG = "outbox";

/** The page's (workbox-window's) message to a waiting worker once the user has accepted the update. */
export const SKIP_WAITING = { type: "SKIP_WAITING" } as const;

/** A cache for this device's settings that the worker needs: one address per setting. */
export const DEVICE_CACHE = "plumbline-device";

/** If present, the worker shows a notification when the outbox has sent something while no window was visible. */
export const OUTBOX_NOTICES = "/device/outbox-notices";

/** Tag of the Background Sync event that replays the outbox. */
export const SYNC_TAG = "outbox";

/** What the page (workbox-window) tells a waiting worker once a person has accepted the update. */
export const SKIP_WAITING = { type: "SKIP_WAITING" } as const;

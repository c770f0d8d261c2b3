/**
 * Where the installed app receives what other apps share (the manifest's share target). The worker answers; without a worker, the
 * server does.
 */
export const SHARE_PATH = "/share";

/** The names of its fields. The scans screen's address uses the first three, too. */
export const SHARE_FIELDS = {
	title: "share-title",
	text: "share-text",
	url: "share-url",
	files: "share-files",
} as const;

/**
 * The address of the screen that takes shared files. `shared`: the id under which they are stored, or `lost` if they could not be
 * stored.
 */
export const captureAddress = (shared: string) => `/dashboard/evidence/new?shared=${encodeURIComponent(shared)}`;

/** The id for files that could not be stored. */
export const LOST = "lost";

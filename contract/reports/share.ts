/** Where the installed app gets what other apps share (the manifest's share target). The worker answers; without one, the server. */
export const SHARE_PATH = "/share";

/** The names of its fields. The first three are also those of the scans screen's address. */
export const SHARE_FIELDS = {
	title: "share-title",
	text: "share-text",
	url: "share-url",
	files: "share-files",
} as const;

/** The address of the screen that takes shared files. `shared`: the id they are kept under, or `lost` if they could not be kept. */
export const captureAddress = (shared: string) => `/dashboard/evidence/new?shared=${encodeURIComponent(shared)}`;

/** The id of files that could not be kept. */
export const LOST = "lost";

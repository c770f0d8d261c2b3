/** A file that an entry names. Its bytes are stored once for each hash, and travel by themselves. */
export type Attachment = {
	/** Of the bytes, in lower-case hex. The caller computes it; the server compares. */
	sha256: string;
	/** Bytes. */
	size: number;
	/** Media type. */
	type: string;
	/** As a person sees it. Untrusted text. */
	name: string;
};

/** How the files of an entry travel: by tus 1.0. */
export type UploadTarget = {
	/** Where the file goes: an upload to one place is none to another. */
	place: string;
	/** What its requests say about who sends it, and where. */
	headers: Readonly<Record<string, string>>;
};

/**
 * Where a file of an entry is.
 * - `sent`: the server has all of it.
 * - `waiting`: it will be sent, or is being sent. `wifi`: as soon as the line is no mobile one, by the person's own setting.
 * - `gone`: this device does not have it any more.
 */
export type FileState = "sent" | "waiting" | "wifi" | "gone";

/** A file of an entry, for showing. */
export type FileProgress = Attachment & { state: FileState; sent: number };

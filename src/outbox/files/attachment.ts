/** A file that an entry names. Its bytes are stored once per hash and sent separately. */
export type Attachment = {
	/** Hash of the bytes, in lower-case hex. The caller computes it; the server compares. */
	sha256: string;
	/** Bytes. */
	size: number;
	/** Media type. */
	type: string;
	/** The name people see. Untrusted text. */
	name: string;
};

/** How an entry's files are sent: over tus 1.0. */
export type UploadTarget = {
	/** Where the file goes: an upload to one place doesn't count for another. */
	place: string;
	/** What its requests say about who is sending it, and to where. */
	headers: Readonly<Record<string, string>>;
};

/**
 * The state of an entry's file.
 * - `sent`: the server has all of it.
 * - `waiting`: it will be sent, or is being sent. `wifi`: it waits until the connection isn't a mobile one, because of the user's setting.
 * - `gone`: this device no longer has it.
 */
export type FileState = "sent" | "waiting" | "wifi" | "gone";

/** An entry's file, for display. */
export type FileProgress = Attachment & { state: FileState; sent: number };

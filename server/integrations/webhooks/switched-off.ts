/** A webhook that was switched off, and who made it. */
export type SwitchedOff = {
	because: "gone" | "failing";
	url: string;
	workspaceId: string;
	workspace: string;
	/** Undefined if its maker is no member any more. */
	email: string | undefined;
};

/** A webhook that was switched off, and who created it. */
export type SwitchedOff = {
	because: "gone" | "failing";
	url: string;
	workspaceId: string;
	workspace: string;
	/** Undefined if its creator is no longer a member. */
	email: string | undefined;
};

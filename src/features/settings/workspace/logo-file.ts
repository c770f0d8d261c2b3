import { LOGO_BYTES, LOGO_TYPES } from "#contract/workspaces/workspaces.ts";

/** `100 kB`. */
export const LOGO_SIZE_TEXT = `${LOGO_BYTES / 1_000} kB`;

/** Why a file cannot be the logo; empty if it can be sent. The server also checks the contents. */
export function logoTrouble({ type, size }: { type: string; size: number }): string {
	if (!LOGO_TYPES.some((known) => known === type)) return "A logo is a PNG or JPEG file. Choose another one.";
	if (size === 0) return "This file is empty. Choose another one.";
	if (size <= LOGO_BYTES) return "";
	const has = `${Math.ceil(size / 1_000).toLocaleString("en")} kB`;
	return `This file has ${has}, and a logo has at most ${LOGO_SIZE_TEXT}. Choose a smaller one.`;
}

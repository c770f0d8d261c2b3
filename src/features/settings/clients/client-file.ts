import { sizeText } from "#contract/format/size.ts";
import { CLIENT_FILE_BYTES } from "#contract/workspaces/client-file-limits.ts";

/** Why a file cannot be taken in; empty if it can be sent. The server reads what is inside. */
export function fileTrouble({ name, size }: { name: string; size: number }): string {
	if (!/\.zip$/i.test(name)) return "This is not a .zip file. Choose the file that the other workspace has downloaded.";
	if (size === 0) return "This file is empty. Download it again where it came from.";
	if (size <= CLIENT_FILE_BYTES) return "";
	return `This file has ${sizeText(size)}, and at most ${sizeText(CLIENT_FILE_BYTES)} can be taken in.`;
}

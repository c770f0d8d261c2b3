import { clockText } from "#contract/format/time.ts";
import type { Capture } from "./create-capture.ts";
import { readGiven } from "./files/given.ts";

/** Adds files to the current capture. Starts copying their bytes before it returns. `called`: the name for a file without one. */
export async function giveFiles(capture: Capture, files: readonly File[], called: string): Promise<void> {
	const name = `${called} ${clockText(Date.now()).replaceAll(":", ".")}`;
	const { given, refused } = readGiven(files, capture.draft().parts.length, name);
	capture.dispatch({ type: "refused", messages: refused });
	for (const one of given) {
		try {
			capture.give(await one);
		} catch {
			const message = "A file could not be read, so it was not added. Choose it again.";
			capture.dispatch({ type: "refused", messages: [...capture.draft().refused, message] });
		}
	}
}

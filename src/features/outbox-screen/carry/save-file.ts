import { saveBlob } from "#src/lib/device/save-blob.ts";

/** Downloads a text as a JSON file, named after its contents and the day. */
export const saveFile = (what: string, text: string): void =>
	saveBlob(new Blob([text], { type: "application/json" }), `${what}-${new Date().toISOString().slice(0, 10)}.json`);

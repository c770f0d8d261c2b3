import { createHash } from "node:crypto";
import { zipSync } from "fflate";

/** The files in a client's file by path, and the content of a JSON file among them. */
export type Files = Record<string, Uint8Array>;
export const jsonIn = (files: Files, path: string) => JSON.parse(Buffer.from(files[path] ?? "null").toString());
export const putJson = (files: Files, path: string, value: unknown): void => {
	files[path] = Buffer.from(JSON.stringify(value));
};

/** A client's file with these files in it and a matching manifest: a change that only a stranger would make. */
export function repacked(files: Files): Buffer {
	const manifest = jsonIn(files, "manifest.json");
	manifest.files = Object.entries(files)
		.filter(([path]) => path !== "manifest.json")
		.map(([path, content]) => ({
			path,
			bytes: content.length,
			sha256: createHash("sha256").update(content).digest("hex"),
		}));
	return Buffer.from(zipSync({ ...files, "manifest.json": Buffer.from(JSON.stringify(manifest)) }, { level: 6 }));
}

import { readFileSync } from "node:fs";

/** The version in package.json. */
export function packageVersion(): string {
	const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
	return version;
}

import { readFileSync } from "node:fs";

/** As the package says it. */
export function packageVersion(): string {
	const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
	return version;
}

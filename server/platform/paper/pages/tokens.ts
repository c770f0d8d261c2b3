import { readFileSync } from "node:fs";

const DARK = /:root \{\s*@variant dark \{/;

const source = readFileSync(new URL("../../../../src/config/tokens.css", import.meta.url), "utf8").replace(
	/\/\*.*?\*\//gs,
	"",
);
const [lightPart, darkPart, ...rest] = source.split(DARK);
if (lightPart === undefined || darkPart === undefined || rest.length > 0)
	throw new Error(`src/config/tokens.css must hold ${DARK} exactly once.`);

const declarations = (css: string): Map<string, string> =>
	new Map(Array.from(css.matchAll(/--([a-z-]+):\s*([^;]+);/g), ([, name = "", value = ""]) => [name, value]));

const reader = (css: string) => {
	const all = declarations(css);
	return (name: string): string => {
		const value = all.get(name);
		if (value === undefined) throw new Error(`src/config/tokens.css has no --${name} in one of its themes.`);
		return value;
	};
};

/** The token stylesheet for a page of the server. Dark is for screens only: paper is light, whatever the reader prefers. */
export const tokenStyles = `${lightPart}@media screen and (prefers-color-scheme: dark) { :root {${darkPart}`;

/** One token's value by its name without dashes, for email, where custom properties do not work. Throws for unknown names. */
export const lightToken = reader(lightPart);
export const darkToken = reader(darkPart);

// Updates the table of script libraries before a release: `npm run refresh-libraries -- FILE DATE`. FILE is `jsrepository-v4.json` from
// the folder `repository` of https://github.com/RetireJS/retire.js, and DATE the day it was last changed there, such as 2026-11-01.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readLibraryTable } from "../server/scanning/software/libraries.ts";
import { libraryTableFrom } from "./libraries/from-retire.ts";

const [file, date] = process.argv.slice(2);
if (file === undefined || date === undefined) {
	console.error("Please say which file to read, and the day it is from: npm run refresh-libraries -- FILE DATE");
	process.exit(2);
}
const packaged = join(import.meta.dirname, "..", "server", "scanning", "software", "libraries.json");
const text = `${JSON.stringify(libraryTableFrom(JSON.parse(await readFile(file, "utf8")), date), null, "\t")}\n`;
const { libraries } = readLibraryTable(text);
await writeFile(packaged, text);
console.log(`${Object.keys(libraries).length} libraries as of ${date}. Now run npm run format.`);

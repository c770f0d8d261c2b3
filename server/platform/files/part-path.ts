import { posix } from "node:path";

/** The folder of a part in an office file, with its slash at the end: `xl/worksheets/`. */
const folderOf = (part: string): string => part.slice(0, part.lastIndexOf("/") + 1);

/** The part that lists what belongs to this one (ECMA-376, Part 2): `xl/worksheets/_rels/sheet1.xml.rels`. */
export const relationsOf = (part: string): string => {
	const folder = folderOf(part);
	return `${folder}_rels/${part.slice(folder.length)}.rels`;
};

/** The part that a relation of this one names: `../comments1.xml` of a sheet is `xl/comments1.xml`. */
export const relatedPart = (part: string, target: string): string =>
	target.startsWith("/") ? target.slice(1) : posix.join(folderOf(part), target);

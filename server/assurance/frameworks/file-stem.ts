import { isOwn, type Pack } from "#contract/frameworks/pack.ts";
import { nameStem } from "#server/platform/files/name-stem.ts";

const LONGEST = 40;

/** What names of files say: the framework, and the client by its name of today. */
export const fileStem = (pack: Pick<Pack, "id" | "name">, client: string): string =>
	`${frameworkStem(pack)}-${nameStem(client)}`;

/** The ID of a framework we ship, or the ASCII part of the name of one that a workspace added. */
function frameworkStem({ id, name }: Pick<Pack, "id" | "name">): string {
	if (!isOwn(id)) return id;
	const words =
		name
			.normalize("NFKD")
			.toLowerCase()
			.match(/[a-z0-9]+/g) ?? [];
	return words.join("-").slice(0, LONGEST).replace(/-$/, "") || "framework";
}

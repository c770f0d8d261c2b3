import { isOwn, type Pack } from "#contract/frameworks/pack.ts";

const LONGEST = 40;

/** What names of files say of a framework: the id of one of ours, and the name of one that a workspace added, as far as it is ASCII. */
export function fileStem({ id, name }: Pick<Pack, "id" | "name">): string {
	if (!isOwn(id)) return id;
	const words =
		name
			.normalize("NFKD")
			.toLowerCase()
			.match(/[a-z0-9]+/g) ?? [];
	return words.join("-").slice(0, LONGEST).replace(/-$/, "") || "framework";
}

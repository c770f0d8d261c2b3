import { leavesOf, type ShippedId, type ShippedPack } from "#contract/frameworks/pack.ts";
import { ALL_PACKS } from "#contract/frameworks/packs.ts";
import { BadFile } from "#server/platform/files/bad-file.ts";
import { KNOWN } from "../catalog/editions.ts";
import { identityOf, type Said } from "../catalog/identify.ts";
import { hasId } from "../catalog/match-ids.ts";

/** Thrown for a file of a framework for which we ship a pack. */
export class IsOurs extends BadFile {
	readonly framework: ShippedId;
	constructor({ id, name, version }: ShippedPack) {
		super(
			`It is ${name} (${version}), which is in the list already. Choose it there, and load this file under “Official words”.`,
		);
		this.framework = id;
	}
}

/** How many of a file's ids are a pack's: for one that says that it is this framework, and for one that does not say what it is. */
const NAMED_SHARE = 0.5;
const UNNAMED_SHARE = 0.8;

/**
 * The pack of ours that a file is. Its name alone does not make it one, because a group's own standard may be “based on ISO 27001”, and
 * neither do numbers such as 1.2, which many lists have. Another edition is not ours, and can be added.
 */
export function oursIn(said: Said, ids: readonly string[]): ShippedPack | undefined {
	return ALL_PACKS.find((pack) => {
		if (said.uuid !== "" && KNOWN[pack.id].uuids?.includes(said.uuid.toLowerCase())) return true;
		const identity = identityOf(pack, said);
		if (identity.is === "other") return false;
		const isKnown = hasId(pack);
		const fits = ids.filter(isKnown);
		if (identity.is === "this" || identity.isNamed) return fits.length > ids.length * NAMED_SHARE;
		const lettered = fits.filter((id) => /[a-z]/i.test(id)).length;
		return lettered >= ids.length * UNNAMED_SHARE && lettered >= leavesOf(pack).length / 2;
	});
}

import { type OwnFrameworkId, ownFrameworkId } from "#contract/frameworks/pack.ts";
import { uuidV7 } from "#server/platform/ids/uuid-v7.ts";

/** An id for a framework that a workspace adds. Ids sort by the time they are made for. */
export function newOwnId(at: Date): OwnFrameworkId {
	const number = BigInt(`0x${uuidV7(at).replaceAll("-", "")}`);
	return ownFrameworkId.parse(`own-${number.toString(36).padStart(25, "0")}`);
}

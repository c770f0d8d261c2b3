import { parseTarget } from "#contract/scans/parse-target.ts";
import type { Guard } from "./guard.ts";

/** Where to connect: the address that was checked, and no other. */
export type CheckedAddress = { url: URL; address: string; family: 4 | 6 };
/** `listed`: by the operator. */
type FoundAddress = CheckedAddress & { listed: boolean };

/**
 * Where an address that a user entered leads, or null if that is not allowed: only public addresses and only https, unless the operator
 * listed it. `unknown`: the name could not be looked up; asking again later may help.
 */
export async function placeOf(address: string, guard: Guard): Promise<FoundAddress | "unknown" | null> {
	const url = URL.parse(address);
	const parsed = parseTarget(address);
	if (url === null || url.username !== "" || !parsed.ok) return null;
	const answer = await guard.check(parsed.target);
	if (!answer.ok) return answer.code === "unknown" ? "unknown" : null;
	const { addresses, listed, ports } = answer.checked;
	if (url.protocol !== "https:" && !listed) return null;
	// An address without a port means both usual ones. The operator may have listed only the other.
	if (!ports.includes(portOf(url))) return null;
	return { url, ...addresses[0], listed };
}

export const portOf = (url: URL) => Number(url.port) || (url.protocol === "https:" ? 443 : 80);

import { isIP } from "node:net";
import type { CheckedAddress } from "#server/platform/outgoing/target.ts";

/** Whether an address is plain: `isIP` accepts zones (`fe80::1%eth0`), and tools would use them. */
export function isPlainAddress({ address, family }: CheckedAddress): boolean {
	return isIP(address) === family && !address.includes("%");
}

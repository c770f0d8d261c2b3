import { isIP } from "node:net";
import type { CheckedAddress } from "../../../targets/target.ts";

/** Whether an address is what it says and nothing else: `isIP` lets zones through (`fe80::1%eth0`), tools would use them. */
export function isPlainAddress({ address, family }: CheckedAddress): boolean {
	return isIP(address) === family && !address.includes("%");
}

import type { Target } from "#contract/scans/parse-target.ts";

/** An address that the guard has checked. Connections go to exactly this address; the name is never resolved a second time. */
export type CheckedAddress = { address: string; family: 4 | 6 };

/** A target all of whose resolved addresses were checked. */
export type CheckedTarget = {
	target: Target;
	addresses: [CheckedAddress, ...CheckedAddress[]];
	/** The name's other addresses, which nothing connects to. Left out if there are none. */
	others?: readonly string[];
	/** The ports we may connect to: the given one or, if that is a usual one or missing, whichever of 443 and 80 the policy allows. */
	ports: [number, ...number[]];
	/** The operator listed this target (SCAN_ALLOW or the practice target): checks for exposed files may run, and any port is allowed. */
	listed: boolean;
};

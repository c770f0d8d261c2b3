/** A target as parsed from what a user typed: pure text work, nothing resolved yet. */
export type Target = {
	/** The given scheme; undefined if only a host (and perhaps a port) was typed. */
	scheme: "http" | "https" | undefined;
	/** Host name in lower case ASCII (punycode), or an IP address in canonical form, IPv6 without brackets. */
	host: string;
	/** 4 or 6 when the host is an IP address, else 0. */
	ipVersion: 0 | 4 | 6;
	/** The given port, or undefined. */
	port: number | undefined;
	/** Path and query as given, at least `/`. Shown, but never requested by the free scan, which only asks for `/`. */
	path: string;
};

/** An expected result of checking a target: a refusal with a sentence for the visitor. The codes are those of `contract/errors.ts`. */
export type TargetRefusal = {
	ok: false;
	code: "invalid_target" | "target_refused" | "target_unresolvable" | "target_opted_out";
	message: string;
};

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

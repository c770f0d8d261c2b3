import type { Target } from "#contract/scans/parse-target.ts";
import type { CheckedTarget } from "#server/platform/outgoing/target.ts";

type Given = Partial<Target> & Partial<Omit<CheckedTarget, "target">>;

/** A target as the guard passes it on: by default this machine, which no operator listed, on both usual ports. */
export function checkedTarget(given: Given = {}): CheckedTarget {
	const { addresses = [{ address: "127.0.0.1", family: 4 }], listed = false, ports, ...some } = given;
	const target: Target = { scheme: "http", host: "localhost", ipVersion: 0, port: undefined, path: "/", ...some };
	return { target, addresses, ports: ports ?? (target.port === undefined ? [443, 80] : [target.port]), listed };
}

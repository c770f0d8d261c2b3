import type { FindingLocation } from "#contract/findings/findings.ts";
import type { Endpoint } from "./evidence.ts";

/** A finding about a port: TLS, certificates. */
export function atEndpoint({ host, port }: Pick<Endpoint, "host" | "port">, parameter = ""): FindingLocation {
	return { host, port, path: "", parameter };
}

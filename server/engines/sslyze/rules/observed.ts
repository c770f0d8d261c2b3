import type { Endpoint } from "../../baseline/evidence.ts";
import { atEndpoint } from "../../baseline/rules/places.ts";
import type { Observation } from "../../rule.ts";

/** What sslyze saw on a port. */
export function observed(endpoint: Endpoint, text: string): Observation {
	return {
		location: atEndpoint(endpoint),
		evidence: [{ source: `SSLyze on ${endpoint.host} port ${endpoint.port}`, text }],
	};
}

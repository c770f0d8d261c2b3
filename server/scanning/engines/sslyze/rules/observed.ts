import { atEndpoint } from "../../shared/at-endpoint.ts";
import type { Endpoint } from "../../shared/evidence.ts";
import type { Observation } from "../../shared/rule.ts";

/** What sslyze saw on a port. */
export function observed(endpoint: Endpoint, text: string): Observation {
	return {
		location: atEndpoint(endpoint),
		evidence: [{ source: `SSLyze on ${endpoint.host} port ${endpoint.port}`, text }],
	};
}

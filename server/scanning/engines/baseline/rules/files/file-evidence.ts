import type { Evidence } from "#contract/findings/findings.ts";
import type { Endpoint } from "../../../shared/evidence.ts";
import type { ProbedFile } from "../../evidence.ts";
import { urlOf } from "../../gather/address.ts";

/** Evidence that a file is there, without any of its content. */
export function fileEvidence(endpoint: Endpoint, { path, status, length, matched }: ProbedFile): Evidence {
	return {
		source: `GET ${urlOf(endpoint, path)}`,
		text: `Status ${status}, ${length} bytes read${matched ? `, matched ${matched}` : ""}. Content not kept.`,
	};
}

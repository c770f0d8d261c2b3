import type { Senders } from "#server/identity/sessions/operation.ts";
import type { AcceptScan } from "#server/scanning/scans/accept-scan.ts";
import type { FindingReader } from "../store/finding-reader.ts";
import type { Retests } from "../store/finding-retests.ts";
import type { SayVerdict } from "../store/finding-verdicts.ts";

/** What the routes of findings need. */
export type FindingDeps = {
	reader: FindingReader;
	sayVerdict: SayVerdict;
	retests: Retests;
	accept: AcceptScan;
	senders: Senders;
	now: () => Date;
};

import type { Senders } from "#server/identity/sessions/operation.ts";
import type { AcceptScan } from "#server/scanning/scans/accept-scan.ts";
import type { FindingReader } from "../../db/findings/finding-reader.ts";
import type { Retests } from "../../db/findings/finding-retests.ts";
import type { SayVerdict } from "../../db/findings/finding-verdicts.ts";

/** What the routes of findings need. */
export type FindingDeps = {
	reader: FindingReader;
	sayVerdict: SayVerdict;
	retests: Retests;
	accept: AcceptScan;
	senders: Senders;
	now: () => Date;
};

import type { FindingReader } from "../../db/findings/finding-reader.ts";
import type { Retests } from "../../db/findings/finding-retests.ts";
import type { SayVerdict } from "../../db/findings/finding-verdicts.ts";
import type { AcceptScan } from "../../scans/accept-scan.ts";
import type { ReadSession } from "../identity.ts";

/** What the routes of findings work with. */
export type FindingParts = {
	reader: FindingReader;
	sayVerdict: SayVerdict;
	retests: Retests;
	accept: AcceptScan;
	readSession: ReadSession;
	now: () => Date;
};

import type { FindingReader } from "../../db/finding-reader.ts";
import type { Retests } from "../../db/finding-retests.ts";
import type { SayVerdict } from "../../db/finding-words.ts";
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

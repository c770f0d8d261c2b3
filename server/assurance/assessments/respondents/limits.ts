import { CODES_A_DAY } from "#contract/assessments/respond.ts";
import type { RespondentId } from "#contract/assessments/respondents.ts";
import type { Counter } from "#server/platform/db/counter.ts";
import { countClient } from "#server/platform/http/client-key.ts";

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Links that one network opens, codes it requests, and wrong codes it enters. `calls`: the setting LIMIT_ACCOUNT_CALLS. */
export const networkCounter = (what: "opened" | "codes" | "tries", client: string, calls: number): Counter => ({
	what: `respond-${what}`,
	...countClient(client, what === "opened" ? calls * 3 : calls),
	windowSeconds: HOUR,
});

/** Codes for one link. Links that do not exist count in the same way, so that the limit reveals nothing. */
export const codesCounter = (tokenHash: Buffer): Counter => ({
	what: "respond-codes-link",
	whom: tokenHash.toString("hex"),
	points: CODES_A_DAY,
	windowSeconds: DAY,
});

/** Answers and sections of one respondent. */
export const wordsCounter = (respondentId: RespondentId): Counter => ({
	what: "respond-words",
	whom: respondentId,
	points: 2_000,
	windowSeconds: HOUR,
});

/** Notices about one section of one respondent, who may send it repeatedly. */
export const noticeCounter = (respondentId: RespondentId, section: string): Counter => ({
	what: "respond-notices",
	whom: `${respondentId} ${section}`,
	points: 1,
	windowSeconds: HOUR,
});

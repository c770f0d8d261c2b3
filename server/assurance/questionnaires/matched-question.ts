import type { FoundQuestion } from "./file/found.ts";

/** A question, and its possible answers, the best first. `isSure`: the first one is proposed. */
export type MatchedQuestion = FoundQuestion & { candidates: string[]; isSure: boolean };

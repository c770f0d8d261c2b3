import type { RuleOver } from "../shared/rule.ts";
import type { Evidences, Part } from "./evidence.ts";

/** One check of one part of what the baseline collects. */
export type Rule<P extends Part> = RuleOver<Evidences[P]>;

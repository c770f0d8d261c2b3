import type { FindingState } from "#contract/findings/vulnerabilities.ts";
import { KINDS, TOOL_KINDS } from "#contract/kinds/kinds.ts";

/** The label of a finding's state. */
export const STATE_LABELS: Record<FindingState, string> = {
	open: "Open",
	fixed: "Fixed",
	"false-positive": "False positive",
	accepted: "Accepted risk",
};

const ENGINES: Record<string, string> = {
	baseline: "Our own checks",
	...Object.fromEntries(TOOL_KINDS.map((kind) => [kind, KINDS[kind].tool])),
};

/** Engines that find something, as the API names them. */
export const ENGINE_NAMES = Object.keys(ENGINES);

/** The name of an engine; an engine added by a newer server keeps its API name. */
export const engineLabel = (engine: string): string => ENGINES[engine] ?? engine;

import type { QueryClient } from "@tanstack/react-query";

/** Query key prefixes for frameworks, controls, tasks and assessments; the scope comes last. A word about one changes the others. */
export const complianceKeys = {
	all: ["compliance"],
	overview: ["compliance", "overview"],
	frameworks: ["compliance", "frameworks"],
	framework: (id: string) => ["compliance", "framework", id],
	links: (id: string) => ["compliance", "links", id],
	bundleKeys: ["compliance", "bundle-keys"],
	ownUse: (id: string) => ["compliance", "own-use", id],
	effectiveness: (id: string) => ["compliance", "effectiveness", id],
	controls: ["compliance", "controls"],
	control: (id: string) => ["compliance", "control", id],
	runs: (id: string) => ["compliance", "runs", id],
	tasks: ["compliance", "tasks"],
	task: (id: string) => ["compliance", "task", id],
	templates: ["compliance", "templates"],
	proposals: (template: string) => ["compliance", "proposals", template],
	assessments: ["compliance", "assessments"],
	assessment: (id: string) => ["compliance", "assessment", id],
} as const;

/** Refetches the frameworks, controls, tasks and assessments on screen. */
export const refreshCompliance = (client: QueryClient): Promise<void> =>
	client.invalidateQueries({ queryKey: complianceKeys.all });

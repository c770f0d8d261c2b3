import type { Visit } from "../gather/artifact.ts";
import type { Problem } from "./pwa-audit.ts";

/** What is wrong with pages that were opened offline. `unknown` is the result for an address that no product has. */
export function visitProblems(visits: Visit[], unknown: Visit): Problem[] {
	return visits.flatMap((visit): Problem[] => {
		const { url: where, status, fromWorker } = visit;
		if (status === 0) return [{ where, problem: "The browser showed its own error page." }];
		if (status !== 200) return [{ where, problem: `It answered ${status}.` }];
		if (!fromWorker) return [{ where, problem: "The answer did not come from the worker." }];
		return isSamePage(visit, unknown) ? [{ where, problem: "It got the offline page." }] : [];
	});
}

const isSamePage = (one: Visit, other: Visit): boolean =>
	other.title !== "" && one.title === other.title && one.heading === other.heading;

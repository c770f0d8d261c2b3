import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { subjectPath } from "#src/lib/evidence/about.ts";

/** Where a requirement is shown, opened. */
export const requirementPath = (framework: FrameworkId, requirementId: string): string =>
	subjectPath({ type: "requirement", id: `${framework} ${requirementId}` });

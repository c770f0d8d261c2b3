import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { subjectPath } from "#src/lib/evidence/about.ts";

/** The address that shows a requirement expanded. */
export const requirementPath = (framework: FrameworkId, requirementId: string): string =>
	subjectPath({ type: "requirement", id: `${framework} ${requirementId}` });

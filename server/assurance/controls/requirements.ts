import type { FrameworkId } from "#contract/frameworks/pack.ts";
import type { Executor } from "#server/platform/db/pool.ts";
import type { Seen } from "#server/platform/tenancy/scope.ts";
import { readPacks } from "../packs/read-packs.ts";

type Named = { framework: FrameworkId; requirementId: string };

/** Whether frameworks of the workspace have all of these as requirements, or as headings. */
export async function areRequirements(
	db: Executor,
	seen: Pick<Seen, "workspaceId">,
	named: readonly Named[],
): Promise<boolean> {
	const packs = await readPacks(db, seen, [...new Set(named.map(({ framework }) => framework))]);
	const ids = new Map([...packs].map(([id, { requirements }]) => [id, new Set(requirements.map((one) => one.id))]));
	return named.every(({ framework, requirementId }) => ids.get(framework)?.has(requirementId) === true);
}

import { expect, test } from "vitest";
import { audits } from "#tests/lighthouse/audits/audits.ts";
import { installable } from "#tests/lighthouse/audits/installable.ts";
import { queueSurvives } from "#tests/lighthouse/audits/queue-survives.ts";
import { pwaConfig } from "#tests/lighthouse/config.ts";
import { lighthouseAudit } from "#tests/lighthouse/lighthouse-audit.ts";
import { factsWith } from "./facts.ts";

const run = (audit: typeof installable, of: Parameters<typeof factsWith>[0]) =>
	lighthouseAudit(audit).audit({ Pwa: factsWith(of) } as never, {} as never);

test("the category has every audit, by its weight and in a group that is there", () => {
	const {
		categories,
		groups,
		audits: added,
	} = pwaConfig({ routes: [], keptPages: false, offlinePage: "/offline.html" });
	const refs = categories?.pwa?.auditRefs ?? [];
	expect(refs.map(({ id, weight }) => [id, weight])).toEqual(audits.map(({ id, weight }) => [id, weight]));
	expect(new Set(refs.map(({ group }) => group))).toEqual(new Set(Object.keys(groups ?? {})));
	expect(added).toHaveLength(audits.length);
});

test("Lighthouse gets a score, and a table of what is wrong", () => {
	expect(run(installable, {})).toMatchObject({ score: 1 });
	expect(run(installable, { installErrors: ["no-manifest"] })).toMatchObject({
		score: 0,
		details: { type: "table", items: [{ where: "browser", problem: "no-manifest" }] },
	});
});

test("what does not apply has no score", () => {
	expect(run(queueSurvives, { queue: null })).toEqual({ score: null, notApplicable: true });
});

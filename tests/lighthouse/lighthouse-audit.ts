import { Audit } from "lighthouse";
import type { PwaAudit } from "./audits/pwa-audit.ts";
import type { PwaArtifact } from "./gather/artifact.ts";

type Artifacts = Parameters<typeof Audit.audit>[0];

/** Lighthouse's types know only its own artifacts. */
const ARTIFACT = "Pwa" as keyof Artifacts;

/** One of our audits as a class that Lighthouse accepts: with a table of what is wrong and where. */
export function lighthouseAudit({ judge, id, title, failureTitle, description }: PwaAudit): typeof Audit {
	return class extends Audit {
		static override get meta() {
			return {
				id,
				title,
				failureTitle,
				description,
				requiredArtifacts: [ARTIFACT],
				supportedModes: ["navigation" as const],
			};
		}

		static override audit(artifacts: Artifacts) {
			const problems = judge(artifacts[ARTIFACT] as unknown as PwaArtifact);
			if (problems === null) return { score: null, notApplicable: true };
			return {
				score: problems.length === 0 ? 1 : 0,
				details: Audit.makeTableDetails(
					[
						{ key: "where", valueType: "text", label: "Where" },
						{ key: "problem", valueType: "text", label: "Problem" },
					],
					problems,
				),
			};
		}
	};
}

import type { PwaArtifact } from "../gather/artifact.ts";
import type { Manifest } from "../gather/manifest.ts";
import type { Problem, PwaAudit } from "./pwa-audit.ts";

/** A judge for the contents of the manifest: without one, nothing passes. */
export const withManifest =
	(judge: (manifest: Manifest, facts: PwaArtifact) => Problem[]): PwaAudit["judge"] =>
	(facts) =>
		facts.manifest ? judge(facts.manifest, facts) : [{ where: "manifest", problem: "There is no web manifest." }];

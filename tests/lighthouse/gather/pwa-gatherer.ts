import { Gatherer } from "lighthouse";
import type { PwaArtifact } from "./artifact.ts";
import { gatherPwa } from "./gather-pwa.ts";
import type { PwaSettings } from "./settings.ts";

type Context = Parameters<Gatherer["getArtifact"]>[0];
/** Lighthouse's types know only its own artifacts. */
type Result = ReturnType<Gatherer["getArtifact"]>;

/** Adds the artifact `Pwa` to Lighthouse. It runs after Lighthouse's own gatherers and leaves the browser offline. */
export class PwaGatherer extends Gatherer {
	override meta = { supportedModes: ["navigation" as const] };
	readonly settings: PwaSettings;

	constructor(settings: PwaSettings) {
		super();
		this.settings = settings;
	}

	override getArtifact({ page }: Context): Result {
		const artifact: Promise<PwaArtifact> = gatherPwa(page, this.settings);
		return artifact as unknown as Result;
	}
}

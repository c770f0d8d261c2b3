import type { Guard } from "../targets/guard.ts";
import { createBaseline } from "./baseline/baseline.ts";
import type { Engines } from "./engine.ts";
import { missingEngine } from "./missing-engine.ts";
import { createNmapEngine } from "./nmap/nmap.ts";
import { createSslyzeEngine } from "./sslyze/sslyze.ts";
import { createWapitiEngine } from "./wapiti/wapiti.ts";

/** What engines share. */
export type EngineWorld = {
	/** Asked again wherever a scan is led to another host. */
	guard: Guard;
	/** Sent with every request, such as `Plumbline-Scanner/1.0 (+https://plumbline.example/scanner-info)`. */
	userAgent: string;
	/** Told about errors of ours in one part of a scan, which goes on without it. */
	onError?: (part: string, error: unknown) => void;
	/** Ports of the practice target, which Nmap EOL looks at beside the usual ones. */
	practicePorts?: readonly number[];
	/** Where the outside tools are. */
	tools?: { nmap?: string | undefined; sslyze?: string | undefined; wapiti?: string | undefined; folder?: string };
};

/** Every kind of scan and what runs it. A new engine is one folder and one line here. */
export function createEngines(world: EngineWorld): Engines {
	return {
		combined: createBaseline(world),
		zap: missingEngine({ kind: "zap", tool: "zap.sh", install: null, needs: "ownership" }),
		wapiti: createWapitiEngine({
			path: world.tools?.wapiti,
			toolsFolder: world.tools?.folder,
			userAgent: world.userAgent,
		}),
		nmap: createNmapEngine({ guard: world.guard, path: world.tools?.nmap, extraPorts: world.practicePorts }),
		sslyze: createSslyzeEngine({ path: world.tools?.sslyze, toolsFolder: world.tools?.folder }),
	};
}

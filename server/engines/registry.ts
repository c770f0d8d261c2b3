import type { Guard } from "../targets/guard.ts";
import { createBaseline } from "./baseline/baseline.ts";
import { createCombined } from "./combined/combined.ts";
import type { Engines } from "./engine.ts";
import { createNmapEngine } from "./nmap/nmap.ts";
import { createSslyzeEngine } from "./sslyze/sslyze.ts";
import { createWapitiEngine } from "./wapiti/wapiti.ts";
import { createZapEngine } from "./zap/zap.ts";

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
	tools?: {
		nmap?: string | undefined;
		sslyze?: string | undefined;
		wapiti?: string | undefined;
		zap?: string | undefined;
		/** Container image to run ZAP from. */
		zapImage?: string | undefined;
		/** Address of a ZAP daemon, and the key of its API. */
		zapUrl?: string | undefined;
		zapApiKey?: string | undefined;
		folder?: string;
	};
	/** How long a scan may take, and one of ZAP, which needs longer. */
	timeLimits?: { all: number; zap: number };
};

const TIME_LIMITS = { all: 120_000, zap: 900_000 };

/** Every kind of scan and what runs it. A new engine is one folder and one line here. */
export function createEngines(world: EngineWorld): Engines {
	const { all, zap } = world.timeLimits ?? TIME_LIMITS;
	const sslyze = createSslyzeEngine({ path: world.tools?.sslyze, toolsFolder: world.tools?.folder });
	return {
		combined: createCombined({
			own: createBaseline(world),
			beside: [{ engine: sslyze, label: "TLS as SSLyze sees it", body: (target) => ({ target }) }],
			...(world.onError && { onError: world.onError }),
		}),
		zap: createZapEngine({
			path: world.tools?.zap,
			image: world.tools?.zapImage,
			url: world.tools?.zapUrl,
			apiKey: world.tools?.zapApiKey,
			toolsFolder: world.tools?.folder,
			userAgent: world.userAgent,
			timeLimitMs: zap,
		}),
		wapiti: createWapitiEngine({
			path: world.tools?.wapiti,
			toolsFolder: world.tools?.folder,
			userAgent: world.userAgent,
			timeLimitMs: all,
		}),
		nmap: createNmapEngine({ guard: world.guard, path: world.tools?.nmap, extraPorts: world.practicePorts }),
		sslyze,
	};
}

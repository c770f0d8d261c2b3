import type { Guard } from "#server/platform/outgoing/guard.ts";
import { createBaseline } from "./baseline/baseline.ts";
import { createCombined } from "./combined/combined.ts";
import type { Engines } from "./engine.ts";
import { createNmapEngine } from "./nmap/nmap.ts";
import { createSslyzeEngine } from "./sslyze/sslyze.ts";
import { createWapitiEngine } from "./wapiti/wapiti.ts";
import { createZapEngine } from "./zap/zap.ts";

/** What engines share. */
export type EngineDeps = {
	/** Asked again wherever a scan is redirected to another host. */
	guard: Guard;
	/** Sent with every request, such as `Plumbline-Scanner/1.0 (+https://plumbline.example/scanner-info)`. */
	userAgent: string;
	/** Called with our own errors in one part of a scan, which continues without it. */
	onError?: (part: string, error: unknown) => void;
	/** Ports of the practice target, which Nmap EOL checks beside the usual ones. */
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
	/** How long a scan may take, and how long a ZAP scan may, which needs more time. */
	timeLimits?: { all: number; zap: number };
};

const TIME_LIMITS = { all: 120_000, zap: 900_000 };

/** Every kind of scan and what runs it. A new engine is one folder and one line here. */
export function createEngines(deps: EngineDeps): Engines {
	const { all, zap } = deps.timeLimits ?? TIME_LIMITS;
	const sslyze = createSslyzeEngine({ path: deps.tools?.sslyze, toolsFolder: deps.tools?.folder });
	return {
		combined: createCombined({
			own: createBaseline(deps),
			beside: [{ engine: sslyze, label: "TLS as SSLyze sees it", body: (target) => ({ target }) }],
			...(deps.onError && { onError: deps.onError }),
		}),
		zap: createZapEngine({
			path: deps.tools?.zap,
			image: deps.tools?.zapImage,
			url: deps.tools?.zapUrl,
			apiKey: deps.tools?.zapApiKey,
			toolsFolder: deps.tools?.folder,
			userAgent: deps.userAgent,
			timeLimitMs: zap,
		}),
		wapiti: createWapitiEngine({
			path: deps.tools?.wapiti,
			toolsFolder: deps.tools?.folder,
			userAgent: deps.userAgent,
			timeLimitMs: all,
		}),
		nmap: createNmapEngine({ guard: deps.guard, path: deps.tools?.nmap, extraPorts: deps.practicePorts }),
		sslyze,
	};
}

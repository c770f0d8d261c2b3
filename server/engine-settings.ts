import { join } from "node:path";
import type { Config } from "./config.ts";
import type { EngineWorld } from "./engines/registry.ts";

/** Where the scan tools are and how long they may take, as the settings say. */
export const engineSettings = (config: Config): Pick<EngineWorld, "tools" | "timeLimits"> => ({
	tools: {
		nmap: config.NMAP_PATH,
		sslyze: config.SSLYZE_PATH,
		wapiti: config.WAPITI_PATH,
		zap: config.ZAP_PATH,
		zapImage: config.ZAP_IMAGE,
		zapUrl: config.ZAP_URL,
		zapApiKey: config.ZAP_API_KEY,
		folder: join(config.VAR_DIR, "tools"),
	},
	timeLimits: { all: config.SCAN_TIME_LIMIT * 1_000, zap: config.ZAP_TIME_LIMIT * 1_000 },
});

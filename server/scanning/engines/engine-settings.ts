import { join } from "node:path";
import type { Config } from "#server/platform/settings/config.ts";
import type { EngineDeps } from "./registry.ts";

/** Where tools are installed. */
export const toolsFolder = ({ VAR_DIR }: Pick<Config, "VAR_DIR">): string => join(VAR_DIR, "tools");

/** Where the scan tools are and how long they may take, from the settings. */
export const engineSettings = (config: Config): Pick<EngineDeps, "tools" | "timeLimits"> => ({
	tools: {
		nmap: config.NMAP_PATH,
		sslyze: config.SSLYZE_PATH,
		wapiti: config.WAPITI_PATH,
		zap: config.ZAP_PATH,
		zapImage: config.ZAP_IMAGE,
		zapUrl: config.ZAP_URL,
		zapApiKey: config.ZAP_API_KEY,
		folder: toolsFolder(config),
	},
	timeLimits: { all: config.SCAN_TIME_LIMIT * 1_000, zap: config.ZAP_TIME_LIMIT * 1_000 },
});

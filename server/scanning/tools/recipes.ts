import type { Config } from "#server/platform/settings/config.ts";
import { toolsFolder } from "../engines/engine-settings.ts";
import { planPythonTool } from "./python-tool.ts";
import type { Recipe } from "./recipe.ts";
import { createSystemPackages, type Privilege, planNmap } from "./system-packages.ts";
import { planZap } from "./zap-archive.ts";

/** How long downloading and unpacking takes on an ordinary connection. */
const SSLYZE_MS = 40_000;
const WAPITI_MS = 80_000;

/** How to install each tool here, quickest first. Tools that the operator has configured are left alone. */
export function createRecipes(config: Config, privilege: Privilege): Recipe[] {
	const folder = toolsFolder(config);
	const packages = createSystemPackages(privilege);
	const { NMAP_PATH, SSLYZE_PATH, WAPITI_PATH, ZAP_PATH, ZAP_IMAGE, ZAP_URL, ZAP_ARCHIVE } = config;
	const python = (title: string, name: string, aboutMs: number) => () =>
		planPythonTool({ title, name, aboutMs, toolsFolder: folder, packages });
	const recipes: (Recipe & { isSet: boolean })[] = [
		{ kind: "nmap", title: "Nmap", isSet: NMAP_PATH !== undefined, plan: () => planNmap(packages) },
		{ kind: "sslyze", title: "SSLyze", isSet: SSLYZE_PATH !== undefined, plan: python("SSLyze", "sslyze", SSLYZE_MS) },
		{ kind: "wapiti", title: "Wapiti", isSet: WAPITI_PATH !== undefined, plan: python("Wapiti", "wapiti", WAPITI_MS) },
		{
			kind: "zap",
			title: "ZAP",
			isSet: [ZAP_PATH, ZAP_IMAGE, ZAP_URL].some((setting) => setting !== undefined),
			plan: () => planZap(folder, ZAP_ARCHIVE),
		},
	];
	return recipes.filter(({ isSet }) => !isSet);
}

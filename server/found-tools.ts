import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

const TOOLS = ["nmap", "wapiti", "sslyze", "zap.sh"];

/** Which of the optional scan tools are installed, for the banner. */
export function foundTools(path: string): string {
	return TOOLS.map((tool) => `${tool} ${isOn(path, tool) ? "found" : "not found"}`).join(", ");
}

function isOn(path: string, tool: string): boolean {
	return path.split(delimiter).some((folder) => {
		if (folder === "") return false;
		try {
			accessSync(join(folder, tool), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}

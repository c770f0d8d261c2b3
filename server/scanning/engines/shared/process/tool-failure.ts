import type { ScanFailure } from "#contract/scans/scans.ts";
import { type GaveUp, tooMuch } from "#server/platform/off-loop/off-loop.ts";
import { sanitize } from "../foreign-text.ts";
import { isTimeUp } from "../is-time-up.ts";
import { lastOutput, type ToolEnd } from "./run-tool.ts";

/** Why a tool's output was discarded: reading it took too long or too much memory. */
export const unreadable = (tool: string, gaveUp: GaveUp): ScanFailure => ({
	code: "internal",
	message: `What ${tool} wrote ${tooMuch(gaveUp)}, so its results were not kept. The target's answers may be the reason; other kinds of scan can still work.`,
});

/** Why a tool's run produced nothing, in a sentence that ends with the tool's last output. */
export function toolFailure(tool: string, end: ToolEnd, folder: string, signal: AbortSignal): ScanFailure {
	const said = lastOutput(end, folder);
	const ending = said === "" ? "" : ` Its last output: ${said}`;
	switch (end.status) {
		case "stopped":
			if (end.why === "output")
				return { code: "internal", message: `${tool} wrote more than we read, so its results were not kept.${ending}` };
			if (end.why === "aborted" && !isTimeUp(signal))
				return { code: "cancelled", message: "The scan was cancelled before it finished. Nothing was kept." };
			return {
				code: "timeout",
				message: `${tool} did not finish in the time for this scan. The target may be slow; please scan it again later.`,
			};
		case "not-started":
			return { code: "internal", message: `${tool} could not be started: ${sanitize(end.reason, 200)}` };
		case "crashed":
			return { code: "internal", message: `${tool} crashed${end.times > 1 ? " twice" : ""} (${end.signal}).${ending}` };
		case "exited":
			return { code: "internal", message: `${tool} ended with code ${end.code} and without a result.${ending}` };
	}
}

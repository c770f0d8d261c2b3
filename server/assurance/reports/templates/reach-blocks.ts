import { dayText } from "#contract/format/time.ts";
import type { Block } from "#server/platform/paper/document/document.ts";
import type { UnreachedHost } from "../data/reach.ts";

/** Hosts about which the report can say nothing, with the reason. */
export const unreachedTable = (caption: string, hosts: readonly UnreachedHost[]): Block => ({
	type: "table",
	caption,
	columns: [
		{ head: "Host", share: 4 },
		{ head: "State", share: 3 },
		{ head: "Why", share: 6 },
	],
	rows: hosts.map((host) => [
		{ mono: host.host },
		host.state === "failed" ? `Scan failed, ${dayText(host.finishedAt, "utc")}` : "Not scanned",
		host.state === "failed" ? host.reason : "No scan of it ended in this period.",
	]),
});

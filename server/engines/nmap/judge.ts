import type { Finding } from "#contract/findings.ts";
import { softwareBehindLatest } from "../baseline/rules/software-behind-latest.ts";
import { softwareEndOfLife } from "../baseline/rules/software-end-of-life.ts";
import { softwareEndsSoon } from "../baseline/rules/software-ends-soon.ts";
import { softwareSupportUnknown } from "../baseline/rules/software-support-unknown.ts";
import { judgeWith } from "../finding.ts";
import type { RuleOver } from "../rule.ts";
import { type OpenService, softwareOf } from "./evidence.ts";
import { databaseExposed } from "./rules/database-exposed.ts";
import { fileSharingExposed } from "./rules/file-sharing-exposed.ts";
import { ftpExposed } from "./rules/ftp-exposed.ts";
import { managementExposed } from "./rules/management-exposed.ts";
import { remoteDesktopExposed } from "./rules/remote-desktop-exposed.ts";
import { telnetExposed } from "./rules/telnet-exposed.ts";

export const ENGINE = "nmap";

const SERVICE_RULES: readonly RuleOver<OpenService>[] = [
	databaseExposed,
	remoteDesktopExposed,
	telnetExposed,
	ftpExposed,
	fileSharingExposed,
	managementExposed,
];
/** What a version means for support is the same whoever read it. */
const SOFTWARE_RULES = [softwareEndOfLife, softwareEndsSoon, softwareBehindLatest, softwareSupportUnknown];

/** Judges every open service, and all software together. Pure. */
export function judge(services: readonly OpenService[], now: Date): Finding[] {
	return [
		...services.flatMap((service) => judgeWith(ENGINE, SERVICE_RULES, service, now)),
		...judgeWith(ENGINE, SOFTWARE_RULES, { software: softwareOf(services) }, now),
	];
}

import type { Finding } from "#contract/findings/findings.ts";
import { judgeWith } from "../shared/finding.ts";
import type { RuleOver } from "../shared/rule.ts";
import { SOFTWARE_RULES } from "../shared/rules/registry.ts";
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

/** Judges every open service, and all software together. Pure. */
export function judge(services: readonly OpenService[], now: Date): Finding[] {
	return [
		...services.flatMap((service) => judgeWith(ENGINE, SERVICE_RULES, service, now)),
		...judgeWith(ENGINE, SOFTWARE_RULES, softwareOf(services), now),
	];
}

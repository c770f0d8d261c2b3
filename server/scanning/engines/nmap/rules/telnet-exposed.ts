import type { RuleOver } from "../../shared/rule.ts";
import type { OpenService } from "../evidence.ts";
import { exposedObservation, type Sort } from "./exposed.ts";

/** By nmap's service names. */
const SORT: Sort = {
	telnet: "A Telnet login",
	login: "An rlogin service",
	shell: "A remote shell without encryption",
	exec: "A remote execution service",
};

export const telnetExposed: RuleOver<OpenService> = {
	meta: {
		id: "telnet-exposed",
		title: "Logins travel unencrypted",
		severity: "high",
		cwe: 319,
		why: {
			owner: "Anyone listening along the way can read user names and passwords as they are typed.",
			engineer:
				"Telnet, rlogin, rsh or rexec is offered: credentials and sessions in clear text, open to interception and hijacking.",
		},
		fix: {
			owner: "Ask for this service to be switched off; SSH replaced it twenty years ago.",
			engineer:
				"Disable the service and use SSH with keys; for devices that know nothing else, allow a management network only.",
		},
	},
	judge: (service) => exposedObservation(service, SORT),
};

import type { RuleOver } from "../../shared/rule.ts";
import type { OpenService } from "../evidence.ts";
import { exposedObservation, type Sort } from "./exposed.ts";

/** By nmap's service names. */
const SORT: Sort = {
	ftp: "An FTP service",
	tftp: "A TFTP service",
};

export const ftpExposed: RuleOver<OpenService> = {
	meta: {
		id: "ftp-exposed",
		title: "Files and passwords travel unencrypted",
		severity: "medium",
		cwe: 319,
		why: {
			owner: "Plain FTP shows passwords and files to everyone along the way.",
			engineer:
				"An FTP control port is open. Unless AUTH TLS is enforced, credentials and data are sent in clear text.",
		},
		fix: {
			owner: "Ask your host to offer SFTP and to switch plain FTP off.",
			engineer:
				"Replace FTP with SFTP, or enforce explicit TLS (`ssl_force_local_logins` or the like) and refuse plain logins.",
		},
	},
	judge: (service) => exposedObservation(service, SORT),
};

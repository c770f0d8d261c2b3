import type { RuleOver } from "../../shared/rule.ts";
import type { OpenService } from "../evidence.ts";
import { exposedObservation, type Sort } from "./exposed.ts";

/** By nmap's service names. */
const SORT: Sort = {
	"microsoft-ds": "A Windows file share",
	"netbios-ssn": "A Windows file share",
	nfs: "An NFS file share",
	rpcbind: "The portmapper for file shares",
	afp: "An Apple file share",
	rsync: "An rsync service",
	msrpc: "Windows remote procedure calls",
};

export const fileSharingExposed: RuleOver<OpenService> = {
	meta: {
		id: "file-sharing-exposed",
		title: "File shares can be reached from outside",
		severity: "high",
		cwe: 668,
		why: {
			owner: "File shares meant for the office are open to the whole internet.",
			engineer:
				"SMB, NFS, AFP, rsync or the portmapper is reachable: anonymous shares, relay attacks and wormable holes (such as CVE-2017-0144).",
		},
		fix: {
			owner: "Ask for these ports to be closed to the internet.",
			engineer: "Block 111, 139, 445, 548, 873 and 2049 at the edge; give remote users a VPN.",
		},
	},
	judge: (service) => exposedObservation(service, SORT),
};

import type { RuleOver } from "../../shared/rule.ts";
import type { OpenService } from "../evidence.ts";
import { exposedObservation, type Sort } from "./exposed.ts";

/** By nmap's service names. */
const SORT: Sort = {
	"ms-wbt-server": "Windows remote desktop",
	vnc: "A VNC remote desktop",
	"vnc-http": "A VNC remote desktop",
	x11: "An X11 display",
};

export const remoteDesktopExposed: RuleOver<OpenService> = {
	meta: {
		id: "remote-desktop-exposed",
		title: "A remote desktop can be reached from outside",
		severity: "high",
		cwe: 668,
		why: {
			owner: "Anyone who gets in here controls the machine. Remote desktops are a common way in for ransomware.",
			engineer:
				"RDP, VNC or X11 is reachable over the network: password guessing and pre-authentication holes (such as CVE-2019-0708) apply.",
		},
		fix: {
			owner: "Ask for remote access to go through a VPN, and for this port to be closed.",
			engineer: "Put it behind a VPN or a gateway with multi-factor sign-in; close the port in the firewall.",
		},
	},
	judge: (service) => exposedObservation(service, SORT),
};

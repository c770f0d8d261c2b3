import type { RuleOver } from "../../shared/rule.ts";
import type { OpenService } from "../evidence.ts";
import { exposedObservation, type Sort } from "./exposed.ts";

/** By nmap's service names. */
const SORT: Sort = {
	docker: "A Docker control interface",
	kubernetes: "A Kubernetes interface",
	etcd: "An etcd store",
	"etcd-client": "An etcd store",
	zookeeper: "A ZooKeeper service",
	wsman: "Windows remote management",
	ajp13: "A Tomcat AJP connector",
	epmd: "The Erlang port mapper",
	jdwp: "A Java debugger",
	"java-rmi": "A Java RMI registry",
};

export const managementExposed: RuleOver<OpenService> = {
	meta: {
		id: "management-exposed",
		title: "A management interface can be reached from outside",
		severity: "high",
		cwe: 749,
		why: {
			owner: "This interface controls the machine itself, and it is open to strangers.",
			engineer:
				"An orchestration or management interface (Docker, Kubernetes, etcd, ZooKeeper, WinRM, a debugger) is reachable; several need no authentication by default.",
		},
		fix: {
			owner: "Ask for this port to be closed to the internet today.",
			engineer: "Bind it to a management network, require client certificates, and check its logs for use by others.",
		},
	},
	judge: (service) => exposedObservation(service, SORT),
};

import type { RuleOver } from "../../shared/rule.ts";
import type { OpenService } from "../evidence.ts";
import { exposedObservation, type Sort } from "./exposed.ts";

/** By nmap's service names. */
const SORT: Sort = {
	mysql: "A MySQL database",
	mariadb: "A MariaDB database",
	postgresql: "A PostgreSQL database",
	"ms-sql-s": "A SQL Server database",
	"oracle-tns": "An Oracle database",
	redis: "A Redis database",
	mongodb: "A MongoDB database",
	mongod: "A MongoDB database",
	memcached: "A memcached store",
	memcache: "A memcached store",
	couchdb: "A CouchDB database",
	cassandra: "A Cassandra database",
	elasticsearch: "An Elasticsearch store",
	"wap-wsp": "An Elasticsearch store",
	vrace: "An Elasticsearch store",
	influxdb: "An InfluxDB database",
};

export const databaseExposed: RuleOver<OpenService> = {
	meta: {
		id: "database-exposed",
		title: "A database can be reached from outside",
		severity: "high",
		cwe: 668,
		why: {
			owner:
				"Anyone who guesses a password, or uses a hole in the database itself, can get at your data. Databases belong behind the application.",
			engineer:
				"A database listener is reachable over the network. It offers brute force, unauthenticated defaults and protocol-level exploits without any application in front.",
		},
		fix: {
			owner: "Ask your host to close this port to the internet today.",
			engineer:
				"Bind it to loopback or a private network, allow the application's addresses only in the firewall, and require authentication and TLS.",
		},
	},
	judge: (service) => exposedObservation(service, SORT),
};

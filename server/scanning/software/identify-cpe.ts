import { identifyInHeader, type Software, software } from "./identify.ts";

/** What scanners call a product (`vendor:product` in a CPE), and its key in the end-of-life table. */
const PRODUCTS: Record<string, string> = {
	"igor_sysoev:nginx": "nginx",
	"nginx:nginx": "nginx",
	"f5:nginx": "nginx",
	"apache:http_server": "apache-http-server",
	"apache:tomcat": "tomcat",
	"apache:coyote_http_connector": "tomcat",
	"apache:cassandra": "apache-cassandra",
	"apache:couchdb": "apache-couchdb",
	"apache:activemq": "apache-activemq",
	"apache:solr": "solr",
	"apache:zookeeper": "zookeeper",
	"mortbay:jetty": "eclipse-jetty",
	"eclipse:jetty": "eclipse-jetty",
	"caddyserver:caddy": "caddy",
	"haproxy:haproxy": "haproxy",
	"squid-cache:squid": "squid",
	"php:php": "php",
	"python:python": "python",
	"nodejs:node.js": "nodejs",
	"openssl:openssl": "openssl",
	"mysql:mysql": "mysql",
	"oracle:mysql": "mysql",
	"mariadb:mariadb": "mariadb",
	"postgresql:postgresql": "postgresql",
	"redislabs:redis": "redis",
	"redis:redis": "redis",
	"mongodb:mongodb": "mongodb",
	"memcached:memcached": "memcached",
	"elasticsearch:elasticsearch": "elasticsearch",
	"elastic:elasticsearch": "elasticsearch",
	"pivotal_software:rabbitmq": "rabbitmq",
	"vmware:rabbitmq": "rabbitmq",
	"influxdata:influxdb": "influxdb",
	"exim:exim": "exim",
	"postfix:postfix": "postfix",
	"dovecot:dovecot": "dovecot",
	"proftpd:proftpd": "proftpd",
	"jenkins:jenkins": "jenkins",
	"grafana:grafana": "grafana",
};

/** What a version scanner says about one service. */
type Described = { product: string; version: string; extra: string; cpes: readonly string[] };

/**
 * Names the software behind a service: by its CPE, else by its product name, and by the remark beside it (`(CentOS) OpenSSL/1.0.1e-fips
 * PHP/5.6.40`). Without a version there is nothing to look up.
 */
export function identifyService({ product, version, extra, cpes }: Described): Software[] {
	const remarks = identifyInHeader(extra);
	if (product === "" || version === "") return remarks;
	const context = `${version} ${extra}`;
	const number = /\d[\w.~+-]*/.exec(version)?.[0] ?? version;
	const keys = cpes.flatMap((cpe) => /^cpe:\/a:([^:]+:[^:]+)/.exec(cpe)?.[1]?.toLowerCase() ?? []);
	const known = keys.flatMap((key) => (Object.hasOwn(PRODUCTS, key) ? (PRODUCTS[key] ?? []) : []))[0];
	const iis = keys.some((key) => key === "microsoft:internet_information_services" || key === "microsoft:iis");
	const own = software(iis ? "Microsoft-IIS" : product, number, context).map((found) => ({
		...found,
		...(known === undefined ? {} : { product: known }),
	}));
	return [...own, ...remarks.filter((remark) => !own.some(({ name }) => name === remark.name))];
}

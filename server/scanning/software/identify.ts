/** One piece of software that named itself, with the version it gave. */
export type Software = {
	/** Its own spelling, such as `PHP`. */
	name: string;
	version: string;
	/** Key of the end-of-life table; undefined for software the table does not know. */
	product: string | undefined;
	/** Key and version to look up where they differ from those shown (IIS is looked up as the Windows it ships with). */
	lookup: string;
	/** The distribution named beside it: its packages backport fixes under an old version number. */
	distribution: string | undefined;
	/** The version stood where some sites write one of their own. */
	guessed?: true;
};

const ALIASES: Record<string, string> = {
	nginx: "nginx",
	apache: "apache-http-server",
	httpd: "apache-http-server",
	php: "php",
	openssl: "openssl",
	tomcat: "tomcat",
	"apache tomcat": "tomcat",
	jetty: "eclipse-jetty",
	caddy: "caddy",
	envoy: "envoy",
	haproxy: "haproxy",
	traefik: "traefik",
	squid: "squid",
	varnish: "vinyl-cache",
	python: "python",
	cpython: "python",
	perl: "perl",
	ruby: "ruby",
	node: "nodejs",
	"node.js": "nodejs",
	jenkins: "jenkins",
	grafana: "grafana",
	wordpress: "wordpress",
	drupal: "drupal",
	joomla: "joomla",
	"joomla!": "joomla",
	typo3: "typo3",
	magento: "magento",
	mediawiki: "mediawiki",
	moodle: "moodle",
	nextcloud: "nextcloud",
	phpbb: "phpbb",
	phpmyadmin: "phpmyadmin",
	jquery: "jquery",
	"jquery ui": "jquery-ui",
	bootstrap: "bootstrap",
	angularjs: "angularjs",
	angular: "angular",
	vue: "vue",
	react: "react",
};

/** Names that look like a product with a version but are not. */
const NOT_VERSIONS = ["apache-coyote", "awselb", "microsoft-httpapi", "http", "rfc", "servlet", "jsp"];

/** IIS has the lifecycle of the Windows Server it belongs to. IIS 10.0 belongs to several, so it tells us nothing. */
const WINDOWS_OF_IIS: Record<string, string> = {
	"6.0": "2003-sp2",
	"7.0": "2008-sp2",
	"7.5": "2008-r2-sp1",
	"8.0": "2012",
	"8.5": "2012-r2",
};

const DISTRIBUTIONS: [RegExp, string][] = [
	[/ubuntu/i, "Ubuntu"],
	[/debian|[+~]deb\d/i, "Debian"],
	[/centos/i, "CentOS"],
	[/red ?hat|rhel|\bel\d\b|\.el\d/i, "Red Hat"],
	[/fedora/i, "Fedora"],
	[/alma/i, "AlmaLinux"],
	[/rocky/i, "Rocky Linux"],
	[/suse/i, "SUSE"],
	[/amazon|\.amzn/i, "Amazon Linux"],
];

/** Names and versions are no longer than this. */
const LONGEST = 100;
/** A real text names a few; more than that is only there to flood reports. */
const MOST_NAMES = 20;

/** Reads `Apache/2.4.6 (CentOS) PHP/5.4.16`, as found in Server and X-Powered-By. Names without a version are left out. */
export function identifyInHeader(value: string): Software[] {
	// A name starts at the start of a word. Searching at every letter would read a long word once per letter.
	const tokens = value.matchAll(/(?<![a-z0-9_.-])[0-9_.-]*([a-z][a-z0-9_.-]*)[/(]v?(\d[\w.~+-]*)/gi);
	const named = [...tokens].slice(0, MOST_NAMES);
	return named.flatMap(([, name = "", version = ""]) => software(name, version, value));
}

/** Reads a generator such as `WordPress 5.2.3` or `Drupal 7 (https://www.drupal.org)`. */
export function identifyInGenerator(value: string): Software[] {
	const [, name = "", version = ""] = /^\s*([a-z][a-z0-9!.]*)\s+v?(\d[\w.]*)/i.exec(value) ?? [];
	return name === "" ? [] : software(name, version, value);
}

/** Names one piece of software and looks up what the end-of-life table calls it. `context` may name a distribution. */
export function software(name: string, version: string, context: string): Software[] {
	const key = name.toLowerCase();
	if (key.length > LONGEST || version.length > LONGEST) return [];
	if (NOT_VERSIONS.includes(key)) return [];
	const distribution = DISTRIBUTIONS.find(([pattern]) => pattern.test(context))?.[1];
	if (key === "microsoft-iis") {
		const windows = WINDOWS_OF_IIS[version];
		return [
			{
				name: "IIS",
				version,
				product: windows ? "windows-server" : undefined,
				lookup: windows ?? version,
				distribution: undefined,
			},
		];
	}
	const product = Object.hasOwn(ALIASES, key) ? ALIASES[key] : undefined;
	return [{ name, version, product, lookup: version, distribution }];
}

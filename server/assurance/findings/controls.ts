import type { ClassId } from "#contract/controls/classes.ts";
import type { Framework } from "#contract/reports/reports.ts";
import type { ScanKind } from "#contract/scans/scans.ts";

/*
 * Which findings are evidence against which controls. Ids are the standards' own; all texts are ours. A row says what a scan may see,
 * never that a control is met. Sources of the table: the mappings of Prowler and ZAP's rule tags, checked against the controls' own texts
 * (docs/decisions/0034-reports-are-one-document-model.md).
 */

/** What each control asks for, in our own words. Controls that none of our scans can see are missing. */
export const CONTROLS: Record<Framework, Record<string, string>> = {
	ndpa: {
		"NDPA s.39":
			"Personal data is kept secure by technical and organizational measures that fit the risk, and these are tested.",
	},
	"soc-2": {
		"CC2.3": "People outside learn what concerns them, and can report problems.",
		"CC3.2": "Risks are identified and assessed, including those that come with time.",
		"CC6.1": "Access to systems and data is protected by the way they are built.",
		"CC6.6": "What is reachable from outside is limited and guarded.",
		"CC6.7": "Data is protected while it travels.",
		"CC6.8": "Unwanted software is kept out or found.",
		"CC7.1": "Known weaknesses and risky changes of configuration are looked for.",
		"CC7.2": "Systems are watched for signs of attack.",
	},
	"iso-27001": {
		"A.5.14": "Information is protected when it is passed on.",
		"A.8.3": "Information is open only to those who should see it.",
		"A.8.5": "Signing in is done in a secure way.",
		"A.8.8": "Technical weaknesses are known, judged and dealt with.",
		"A.8.9": "Configurations are set deliberately and kept so.",
		"A.8.20": "Networks and what connects them are secured.",
		"A.8.21": "Network services are offered with known protections.",
		"A.8.22": "Networks are separated where their needs differ.",
		"A.8.24": "Cryptography is used by rules, and used well.",
		"A.8.26": "Applications have security requirements, and meet them.",
		"A.8.28": "Software is written so that common faults do not get in.",
	},
	"pci-dss": {
		"1.2.5": "Every service, protocol and port that is open is wanted and known.",
		"1.3.1": "Traffic into the cardholder data environment is limited to what is needed.",
		"1.4.2": "From untrusted networks only services meant for the public can be reached.",
		"1.4.4": "Systems that store cardholder data cannot be reached straight from untrusted networks.",
		"2.2.4": "Only services and functions that are needed are switched on.",
		"2.2.5": "Insecure services that have to run are justified and guarded.",
		"2.2.6": "Security settings are set so that misuse is hard.",
		"2.2.7": "Administration over a network is encrypted.",
		"4.2.1": "Card numbers travel open networks with strong cryptography only.",
		"4.2.1.1": "Keys and certificates that protect them are listed and watched.",
		"5.4.1": "Phishing is noticed, and people are protected from it.",
		"6.2.4": "Own software is protected against the common kinds of attack.",
		"6.3.3": "Known weaknesses are closed by updates in time.",
		"6.4.1": "Public web applications are examined for weaknesses, or guarded.",
		"6.4.3": "Scripts on payment pages are known, wanted and unchanged.",
		"6.5.6": "Test data and leftovers are removed before going live.",
		"8.3.2": "Sign-in secrets are unreadable while they travel and rest.",
		"11.6.1": "Changes to payment pages as browsers receive them are noticed.",
		"12.3.3": "Cryptography in use is listed and reviewed.",
		"12.3.4": "Hardware and software in use is reviewed, including when its support ends.",
	},
	hipaa: {
		"164.308(a)(1)(ii)(A)": "Risks to health information are analyzed.",
		"164.308(a)(1)(ii)(B)": "Those risks are reduced to a reasonable level.",
		"164.312(a)(1)": "Only authorized people can access health information.",
		"164.312(c)(1)": "Health information is protected against improper change.",
		"164.312(d)": "People who ask for access are who they say they are.",
		"164.312(e)(1)": "Health information is protected while it travels.",
		"164.312(e)(2)(ii)": "It is encrypted on its way where that is appropriate.",
	},
	gdpr: {
		"GDPR Art. 32(1)": "Personal data is protected by measures that fit the risk, tested and kept up to date.",
	},
};

type Size = {
	/** How many the framework has in total. */
	total: number;
	/** The name of these units. */
	units: string;
	/** The unit that a control belongs to, if the control itself is not the unit. */
	unitOf?: (id: string) => string;
};

/**
 * The size of each framework, so that a reader sees how little scans can say. Null if we are not certain.
 * SOC 2: the common criteria CC1.1 to CC9.2 of the 2017 Trust Services Criteria, 5 + 3 + 4 + 2 + 3 + 8 + 5 + 1 + 2.
 * ISO/IEC 27001:2022: the controls of Annex A, 37 + 8 + 14 + 34. PCI DSS 4.0.1: its principal requirements.
 * HIPAA: the standards in Appendix A to Subpart C of 45 CFR Part 164, 9 + 4 + 5. GDPR: its articles.
 */
export const SIZES: Record<Framework, Size | null> = {
	ndpa: null,
	"soc-2": { total: 33, units: "common criteria" },
	"iso-27001": { total: 93, units: "controls of Annex A" },
	"pci-dss": { total: 12, units: "principal requirements", unitOf: (id) => id.split(".")[0] ?? id },
	hipaa: {
		total: 18,
		units: "standards",
		// 164.308 numbers its standards within (a); the others letter them.
		unitOf: (id) => /^164\.308\(a\)\(\d+\)|^164\.\d+\([a-z]\)/.exec(id)?.[0] ?? id,
	},
	gdpr: { total: 99, units: "articles" },
};

/** What a scan must have done to see findings of a class: a kind, and the prefix of a part's name; empty for any part. */
type Sight = readonly [kind: ScanKind, part: string];

export type ControlClass = {
	/** Never give it to another class: control tests and tasks refer to it. */
	id: ClassId;
	what: string;
	rules: readonly string[];
	sights: readonly Sight[];
	controls: Partial<Record<Framework, readonly string[]>>;
};

const TLS: readonly Sight[] = [
	["combined", "tls"],
	["sslyze", "tls_"],
	["sslyze", "ssl_"],
];
const CERTIFICATE: readonly Sight[] = [
	["combined", "certificate"],
	["sslyze", "certificate_info"],
];
const HEADERS: readonly Sight[] = [
	["combined", "headers"],
	["wapiti", "crawl"],
	["zap", "pages"],
];
const ATTACKS: readonly Sight[] = [
	["wapiti", "attacks"],
	["zap", "attacks"],
];
const PORTS: readonly Sight[] = [["nmap", "ports"]];

/** Every weakness also counts against these. */
const ALWAYS = { ndpa: ["NDPA s.39"], gdpr: ["GDPR Art. 32(1)"] };
/** Things that are good to have, and whose absence is not a weakness. */
const NO_WEAKNESS: readonly ClassId[] = ["certificate-issuers", "security-contact"];

type Row = [
	id: ClassId,
	what: string,
	rules: string,
	sights: readonly Sight[],
	soc: string,
	iso: string,
	pci: string,
	hipaa: string,
];

// biome-ignore format: a table
const TABLE: readonly Row[] = [
	["old-protocols", "Old protocol versions", "tls-old-protocol tls-ssl-offered tls-mozilla-intermediate", TLS, "CC6.7", "A.8.24", "4.2.1 12.3.3", "164.312(e)(1) 164.312(e)(2)(ii)"],
	["weak-ciphers", "Weak ciphers or no forward secrecy", "tls-weak-cipher tls-no-forward-secrecy tls-legacy-cipher tls-weak-key-exchange tls-compression tls-no-fallback-scsv", TLS, "CC6.7", "A.8.24", "4.2.1 12.3.3", "164.312(e)(2)(ii)"],
	["ending-certificates", "Certificates that ended or end soon", "certificate-expired certificate-expires-soon certificate-not-yet-valid", CERTIFICATE, "CC6.7", "A.8.24", "4.2.1 4.2.1.1", "164.312(e)(1)"],
	["untrusted-certificates", "Certificates that are not trusted", "certificate-untrusted certificate-chain-order certificate-weak-key certificate-weak-signature", CERTIFICATE, "CC6.7", "A.8.24", "4.2.1", "164.312(e)(1)"],
	["mismatched-certificates", "Certificates for another name", "certificate-host-mismatch", CERTIFICATE, "CC6.7", "A.8.24", "4.2.1", "164.312(e)(1)"],
	["certificate-issuers", "Certificates that any authority may issue", "dns-no-caa", [["combined", "caa"]], "", "A.8.24", "", ""],
	["tls-faults", "Known faults of TLS software", "tls-heartbleed tls-robot tls-ccs-injection tls-insecure-renegotiation tls-client-renegotiation zap-10034 zap-20015", [["sslyze", "heartbleed"], ["sslyze", "robot"], ["sslyze", "openssl_ccs_injection"], ["sslyze", "session_renegotiation"]], "CC7.1 CC6.7", "A.8.8", "6.3.3", "164.308(a)(1)(ii)(B)"],
	["known-weaknesses", "Software with known weaknesses", "wapiti-known-vulnerability zap-10003 zap-10048 zap-20018 zap-40043 zap-40045 zap-40048", ATTACKS, "CC7.1", "A.8.8", "6.3.3", "164.308(a)(1)(ii)(B)"],
	["plain-pages", "Pages without encryption", "no-https http-not-redirected redirect-downgraded mixed-content zap-10040 zap-10041 zap-10042 zap-10047 zap-10105 zap-10106", [["combined", "redirects"]], "CC6.7", "A.8.24 A.5.14", "4.2.1", "164.312(e)(1)"],
	["missing-hsts", "Browsers not told to insist on HTTPS", "hsts-missing zap-10035 hsts-short", [["combined", "headers"], ["sslyze", "http_headers"]], "CC6.7", "A.8.26 A.8.9", "4.2.1 6.2.4", "164.312(e)(1)"],
	["missing-csp", "No protection against foreign scripts", "csp-missing csp-unsafe wapiti-csp zap-10038 zap-10055 zap-90003 script-without-integrity zap-10115", HEADERS, "CC6.1", "A.8.26", "6.4.3 11.6.1 6.2.4", ""],
	["framing", "Pages that can be framed", "framing-allowed zap-10020", HEADERS, "CC6.1", "A.8.26", "6.2.4", ""],
	["missing-headers", "Protective headers left out", "nosniff-missing zap-10021 wapiti-security-header referrer-policy-weak zap-10019", HEADERS, "CC6.1", "A.8.9", "2.2.6", ""],
	["cross-site-reading", "Answers that other sites can read", "cors-reflects-origin zap-40040", [["combined", "cors"]], "CC6.1", "A.8.26", "6.2.4", "164.312(a)(1)"],
	["insecure-cookies", "Cookies that may travel unencrypted", "cookie-without-secure zap-10011 wapiti-cookie-secure", HEADERS, "CC6.1 CC6.7", "A.8.5 A.8.26", "6.2.4 8.3.2", "164.312(d) 164.312(e)(1)"],
	["exposed-cookies", "Cookies that scripts or other sites can use", "cookie-without-httponly zap-10010 zap-10054 cookie-without-samesite wapiti-cookie-httponly zap-90033", HEADERS, "CC6.1", "A.8.5 A.8.26", "6.2.4", "164.312(d)"],
	["secrets-in-addresses", "Secrets in addresses", "zap-3 zap-10024 zap-10025", [["zap", "pages"]], "CC6.1", "A.8.26", "6.2.4", "164.312(d)"],
	["sql-injection", "SQL injection", "wapiti-sql-injection zap-40018 zap-40019 zap-40020 zap-40021 zap-40022 zap-40024 zap-40027", ATTACKS, "CC6.1 CC7.1", "A.8.28 A.8.26", "6.2.4 6.4.1", "164.312(a)(1) 164.312(c)(1)"],
	["cross-site-scripting", "Foreign scripts in pages", "wapiti-xss zap-40012 zap-40014 zap-40026 wapiti-stored-xss wapiti-html-injection", ATTACKS, "CC6.1", "A.8.28", "6.2.4 6.4.1", "164.312(a)(1)"],
	["injection", "Injected commands, queries or documents", "wapiti-command-execution zap-90019 zap-90020 zap-90021 zap-90023 zap-90035 zap-40003 zap-40015 wapiti-xxe wapiti-ldap-injection wapiti-crlf-injection zap-30001 zap-30002 zap-40009 zap-40044 zap-90001 zap-90002 zap-90017 zap-90024 zap-90034 zap-90036 zap-90037", ATTACKS, "CC6.1 CC6.8", "A.8.28", "6.2.4", "164.312(a)(1)"],
	["path-traversal", "Files read by path", "wapiti-path-traversal zap-6 zap-7", ATTACKS, "CC6.1", "A.8.28 A.8.3", "6.2.4", "164.312(a)(1)"],
	["cross-site-requests", "Forms that other sites can send", "wapiti-csrf zap-10202 zap-20012", ATTACKS, "CC6.1", "A.8.28", "6.2.4", "164.312(c)(1)"],
	["open-redirects", "Redirects to anywhere", "wapiti-open-redirect zap-20019 zap-10028", ATTACKS, "CC6.1", "A.8.28", "6.2.4", "164.312(a)(1)"],
	["exposed-files", "Files and folders that should not be public", "directory-listing wapiti-backup-file zap-0 zap-10033 zap-10095 zap-40032 zap-40034 zap-40035 exposed-git exposed-env zap-10045 zap-20017 zap-40028 zap-40029 zap-40042", [["combined", "content"], ["combined", "files"], ["wapiti", "attacks"]], "CC6.1", "A.8.3 A.8.9", "2.2.6 6.5.6", "164.312(a)(1)"],
	["disclosed-versions", "Versions visible to everyone", "version-disclosed zap-10036 zap-10037 zap-10061 zap-10009", [["combined", "software"]], "CC7.1", "A.8.9", "2.2.6", ""],
	["disclosed-internals", "Errors and internals visible to everyone", "redirect-to-private-address zap-2 zap-10023 zap-10039 zap-10052 zap-10056 zap-90022", [["combined", "redirects"], ["zap", "pages"]], "CC7.1", "A.8.9", "2.2.6", ""],
	["access-bypass", "Protected areas that can be entered without permission", "wapiti-method-bypass", ATTACKS, "CC6.1", "A.8.3", "6.2.4", "164.312(a)(1)"],
	["unsupported-software", "Software without support", "software-end-of-life library-end-of-life", [["combined", "software"], ["combined", "content"], ["nmap", "versions"]], "CC7.1 CC3.2", "A.8.8", "6.3.3 12.3.4", "164.308(a)(1)(ii)(B)"],
	["ending-support", "Software whose support ends soon", "software-ends-soon", [["combined", "software"], ["nmap", "versions"]], "CC3.2", "A.8.8", "12.3.4", "164.308(a)(1)(ii)(A)"],
	["exposed-databases", "Databases open to the network", "database-exposed", PORTS, "CC6.6", "A.8.20 A.8.21 A.8.22", "1.3.1 1.4.4", "164.312(a)(1)"],
	["exposed-remote-control", "Remote control open to the network", "remote-desktop-exposed", PORTS, "CC6.6 CC7.2", "A.8.20 A.8.21 A.8.22", "1.3.1 1.4.2", "164.308(a)(1)(ii)(B) 164.312(e)(1)"],
	["plain-administration", "Unencrypted administration and file transfer", "telnet-exposed ftp-exposed", PORTS, "CC6.6 CC6.7", "A.8.20 A.8.21", "2.2.5 2.2.7", "164.312(e)(1)"],
	["unneeded-services", "Services that need not be open", "management-exposed file-sharing-exposed", PORTS, "CC6.6", "A.8.20", "1.2.5 2.2.4", ""],
	["spoofable-email", "Email that others can forge", "dns-no-spf dns-weak-spf dns-no-dmarc dmarc-policy-none", [["combined", "mail"]], "", "A.5.14", "5.4.1", ""],
	["security-contact", "No address for security reports", "security-txt-missing", [["combined", "files"]], "CC2.3", "A.8.8", "", ""],
];

const ids = (text: string): readonly string[] => (text === "" ? [] : text.split(" "));

export const CONTROL_CLASSES: readonly ControlClass[] = TABLE.map(
	([id, what, rules, sights, soc, iso, pci, hipaa]) => ({
		id,
		what,
		rules: ids(rules),
		sights,
		controls: {
			...(NO_WEAKNESS.includes(id) ? {} : ALWAYS),
			"soc-2": ids(soc),
			"iso-27001": ids(iso),
			"pci-dss": ids(pci),
			hipaa: ids(hipaa),
		},
	}),
);

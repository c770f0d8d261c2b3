import type { ClassId } from "#contract/controls/classes.ts";
import type { ScanKind } from "#contract/scans/scans.ts";

/*
 * The classes of findings, and nothing about standards: which controls a class is about is said by tests (contract/controls/catalog.json
 * proposes them), and which requirements a control serves by its links.
 */

/** What a scan must have done to see findings of a class: a kind, and the prefix of a part's name; empty for any part. */
type Sight = readonly [kind: ScanKind, part: string];

export type FindingClass = {
	/** Never give it to another class: control tests and tasks refer to it. */
	id: ClassId;
	what: string;
	rules: readonly string[];
	sights: readonly Sight[];
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

type Row = [id: ClassId, what: string, rules: string, sights: readonly Sight[]];

// biome-ignore format: a table
const TABLE: readonly Row[] = [
	["old-protocols", "Old protocol versions", "tls-old-protocol tls-ssl-offered tls-mozilla-intermediate", TLS],
	["weak-ciphers", "Weak ciphers or no forward secrecy", "tls-weak-cipher tls-no-forward-secrecy tls-legacy-cipher tls-weak-key-exchange tls-compression tls-no-fallback-scsv", TLS],
	["ending-certificates", "Certificates that ended or end soon", "certificate-expired certificate-expires-soon certificate-not-yet-valid", CERTIFICATE],
	["untrusted-certificates", "Certificates that are not trusted", "certificate-untrusted certificate-chain-order certificate-weak-key certificate-weak-signature certificate-too-long certificate-not-stapled", CERTIFICATE],
	["mismatched-certificates", "Certificates for another name", "certificate-host-mismatch", CERTIFICATE],
	["certificate-issuers", "Certificates that any authority may issue", "dns-no-caa", [["combined", "caa"]]],
	["tls-faults", "Known faults of TLS software", "tls-heartbleed tls-robot tls-ccs-injection tls-insecure-renegotiation tls-client-renegotiation zap-10034 zap-20015", [["sslyze", "heartbleed"], ["sslyze", "robot"], ["sslyze", "openssl_ccs_injection"], ["sslyze", "session_renegotiation"]]],
	["known-weaknesses", "Software with known weaknesses", "library-vulnerable wapiti-known-vulnerability zap-10003 zap-10048 zap-20018 zap-40043 zap-40045 zap-40048", ATTACKS],
	["plain-pages", "Pages without encryption", "no-https http-not-redirected redirect-downgraded mixed-content zap-10040 zap-10041 zap-10042 zap-10047 zap-10105 zap-10106", [["combined", "redirects"]]],
	["missing-hsts", "Browsers not told to insist on HTTPS", "hsts-missing zap-10035 hsts-short", [["combined", "headers"], ["sslyze", "http_headers"]]],
	["missing-csp", "No protection against foreign scripts", "csp-missing csp-unsafe wapiti-csp zap-10038 zap-10055 zap-90003 script-without-integrity zap-10115", HEADERS],
	["framing", "Pages that can be framed", "framing-allowed zap-10020", HEADERS],
	["missing-headers", "Protective headers left out", "nosniff-missing zap-10021 wapiti-security-header referrer-policy-weak zap-10019", HEADERS],
	["cross-site-reading", "Answers that other sites can read", "cors-reflects-origin zap-40040", [["combined", "cors"]]],
	["insecure-cookies", "Cookies that may travel unencrypted", "cookie-without-secure zap-10011 wapiti-cookie-secure", HEADERS],
	["exposed-cookies", "Cookies that scripts or other sites can use", "cookie-without-httponly zap-10010 zap-10054 cookie-without-samesite wapiti-cookie-httponly zap-90033", HEADERS],
	["secrets-in-addresses", "Secrets in addresses", "zap-3 zap-10024 zap-10025", [["zap", "pages"]]],
	["sql-injection", "SQL injection", "wapiti-sql-injection zap-40018 zap-40019 zap-40020 zap-40021 zap-40022 zap-40024 zap-40027", ATTACKS],
	["cross-site-scripting", "Foreign scripts in pages", "wapiti-xss zap-40012 zap-40014 zap-40026 wapiti-stored-xss wapiti-html-injection", ATTACKS],
	["injection", "Injected commands, queries or documents", "wapiti-command-execution zap-90019 zap-90020 zap-90021 zap-90023 zap-90035 zap-40003 zap-40015 wapiti-xxe wapiti-ldap-injection wapiti-crlf-injection zap-30001 zap-30002 zap-40009 zap-40044 zap-90001 zap-90002 zap-90017 zap-90024 zap-90034 zap-90036 zap-90037", ATTACKS],
	["path-traversal", "Files read by path", "wapiti-path-traversal zap-6 zap-7", ATTACKS],
	["cross-site-requests", "Forms that other sites can send", "wapiti-csrf zap-10202 zap-20012", ATTACKS],
	["open-redirects", "Redirects to anywhere", "wapiti-open-redirect zap-20019 zap-10028", ATTACKS],
	["exposed-files", "Files and folders that should not be public", "directory-listing wapiti-backup-file zap-0 zap-10033 zap-10095 zap-40032 zap-40034 zap-40035 exposed-git exposed-env zap-10045 zap-20017 zap-40028 zap-40029 zap-40042", [["combined", "content"], ["combined", "files"], ["wapiti", "attacks"]]],
	["disclosed-versions", "Versions visible to everyone", "version-disclosed zap-10036 zap-10037 zap-10061 zap-10009", [["combined", "software"]]],
	["disclosed-internals", "Errors and internals visible to everyone", "redirect-to-private-address zap-2 zap-10023 zap-10039 zap-10052 zap-10056 zap-90022", [["combined", "redirects"], ["zap", "pages"]]],
	["access-bypass", "Protected areas that can be entered without permission", "wapiti-method-bypass", ATTACKS],
	["unsupported-software", "Software without support", "software-end-of-life library-end-of-life", [["combined", "software"], ["combined", "content"], ["nmap", "versions"]]],
	["ending-support", "Software whose support ends soon", "software-ends-soon", [["combined", "software"], ["nmap", "versions"]]],
	["exposed-databases", "Databases open to the network", "database-exposed", PORTS],
	["exposed-remote-control", "Remote control open to the network", "remote-desktop-exposed", PORTS],
	["plain-administration", "Unencrypted administration and file transfer", "telnet-exposed ftp-exposed", PORTS],
	["unneeded-services", "Services that need not be open", "management-exposed file-sharing-exposed", PORTS],
	["spoofable-email", "Email that others can forge", "dns-no-spf dns-weak-spf dns-no-dmarc dmarc-policy-none", [["combined", "mail"]]],
	["security-contact", "No address for security reports", "security-txt-missing", [["combined", "files"]]],
];

export const CLASSES: readonly FindingClass[] = TABLE.map(([id, what, rules, sights]) => ({
	id,
	what,
	rules: rules.split(" "),
	sights,
}));

import { ruleOf } from "#contract/controls/without-control.ts";
import type { Finding } from "./findings.ts";
import { SEVERITIES } from "./severity.ts";

/**
 * What to do first among problems of one severity: what anyone can read now, then what lets others take over, then encryption that
 * fails, then all else, which makes attacks harder (hardening). Rules that are not listed are hardening.
 */
const URGENT = {
	/** Secrets and data that anyone can read now. */
	secrets:
		"exposed-env exposed-git database-exposed file-sharing-exposed directory-listing wapiti-backup-file zap-0 zap-10045 zap-10095 zap-20017 zap-40028 zap-40029 zap-40032 zap-40034 zap-40035 zap-40042",
	/** Ways in: code, queries or commands of others, and remote control. */
	takeover:
		"remote-desktop-exposed telnet-exposed management-exposed wapiti-sql-injection zap-40018 zap-40019 zap-40020 zap-40021 zap-40022 zap-40024 zap-40027 wapiti-command-execution zap-90019 zap-90020 zap-90021 zap-90023 zap-90035 zap-40003 zap-40015 wapiti-xxe wapiti-ldap-injection wapiti-crlf-injection zap-30001 zap-30002 zap-40009 zap-40044 zap-90001 zap-90002 zap-90017 zap-90024 zap-90034 zap-90036 zap-90037 wapiti-path-traversal zap-6 zap-7 wapiti-xss wapiti-stored-xss wapiti-html-injection zap-40012 zap-40014 zap-40026 wapiti-known-vulnerability library-vulnerable zap-10048 zap-20018 zap-40043 zap-40045 zap-40048 wapiti-method-bypass cors-reflects-origin zap-40040 tls-heartbleed",
	/** Visitors are warned, or what they send can be read on the way. */
	encryption:
		"certificate-expired certificate-not-yet-valid certificate-untrusted certificate-host-mismatch certificate-weak-key certificate-weak-signature certificate-too-long certificate-not-stapled certificate-expires-soon tls-browsers-refused no-https http-not-redirected redirect-downgraded mixed-content tls-ssl-offered tls-weak-cipher tls-old-protocol tls-robot tls-ccs-injection tls-insecure-renegotiation zap-10034 zap-20015 zap-10040 zap-10041 zap-10042 zap-10047 zap-10105 zap-10106",
} as const;

const URGENCIES = Object.keys(URGENT);
const RANK_OF_RULE: ReadonlyMap<string, number> = new Map(
	Object.values(URGENT).flatMap((rules, index) => rules.split(" ").map((rule) => [rule, URGENCIES.length - index])),
);

type Weighed = Pick<Finding, "severity" | "rule">;

/**
 * The higher, the sooner something is to be done: by severity, then by what the rule is about. 0 for what needs nothing. The same as
 * `finding_weight` in SQL, which writes the column that lists are read by.
 */
export function weightOf({ severity, rule }: Weighed): number {
	const rank = SEVERITIES.toReversed().indexOf(severity);
	return rank === 0 ? 0 : rank * 10 + (RANK_OF_RULE.get(ruleOf({ rule })) ?? 0);
}

/** By code units and not by locale: the order must be the same on every machine. */
export const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The one order of problems, in every list and file: what to do first comes first. */
export const byUrgency = (a: Weighed & { title: string }, b: Weighed & { title: string }): number =>
	weightOf(b) - weightOf(a) || byText(a.title, b.title) || byText(a.rule, b.rule);

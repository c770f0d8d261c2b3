import type { Observed as Slug } from "#contract/assessments/template.ts";
import type { ClassId } from "#contract/controls/classes.ts";
import { counted } from "#contract/format/count.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { all, endOfLife, hostsWith, looked, rulesOf, securityTxt, some } from "../../findings/facts/host-facts.ts";
import { FIXED_DAYS, hostsOf, type Observed, type Seen } from "../../findings/facts/observed.ts";
import { labelOfClass } from "../../findings/finding-classes.ts";

/** How good an answer would be according to scans, in a sentence, and the scans. Without scans nothing was observed. */
export type Observation = { met: "yes" | "partly" | "no"; text: string; seen: readonly Seen[] };

/** What scans say about questions of these kinds. Null: nothing. A person confirms each. */
export const RULES: Readonly<Record<Slug, (observed: Observed) => Observation | null>> = {
	"security-txt": securityTxtThere,
	"scan-cadence": scanCadence,
	"encrypted-transport": encryptedTransport,
	"supported-software": supportedSoftware,
	"web-weaknesses": webWeaknesses,
	"time-to-fix": timeToFix,
	"exposed-services": exposedServices,
};

/** By how many of the hosts have evidence against it. */
const byHosts = (against: number, hosts: number): Observation["met"] =>
	against === 0 ? "yes" : against < hosts ? "partly" : "no";

function securityTxtThere(observed: Observed): Observation {
	const { answer, seen } = securityTxt(observed);
	const hosts = hostsOf(seen);
	return { met: byHosts(hostsWith(observed, ["security-txt-missing"], hosts), hosts.size), text: answer, seen };
}

/** Hosts were scanned, so the answer is never "no". */
function scanCadence({ seen, schedules }: Observed): Observation {
	const hosts = hostsOf(seen);
	const scheduled = hostsOf(schedules.filter(({ host, recurrence }) => recurrence.type !== "once" && hosts.has(host)));
	const of = counted(hosts.size, "scanned host");
	const text =
		scheduled.size === 0
			? `${of} ${hosts.size === 1 ? "was" : "were"} scanned on demand. None is scanned on a schedule.`
			: `${scheduled.size} of ${of} ${scheduled.size === 1 ? "is" : "are"} scanned on a schedule.`;
	return { met: scheduled.size === hosts.size ? "yes" : "partly", text, seen };
}

const UNENCRYPTED: readonly ClassId[] = ["plain-pages"];
const BADLY_ENCRYPTED: readonly ClassId[] = [
	"old-protocols",
	"weak-ciphers",
	"ending-certificates",
	"untrusted-certificates",
	"mismatched-certificates",
	"tls-faults",
];

function encryptedTransport(observed: Observed): Observation {
	const seen = looked(observed.seen, [
		["combined", "redirects"],
		["combined", "tls"],
		["sslyze", "tls_"],
		["sslyze", "ssl_"],
	]);
	const plain = against(observed, UNENCRYPTED, seen);
	const weak = against(observed, BADLY_ENCRYPTED, seen);
	const hosts = hostsOf(seen).size;
	if (plain.hosts > 0) {
		return {
			met: byHosts(plain.hosts, hosts),
			text: `Pages without encryption were seen on ${some(plain.hosts, hosts)}.`,
			seen,
		};
	}
	return weak.hosts > 0
		? { met: "partly", text: `Weak encryption was seen on ${some(weak.hosts, hosts)}: ${weak.names}.`, seen }
		: { met: "yes", text: `Pages are encrypted, and no weak encryption was seen, on ${all(hosts)}.`, seen };
}

function supportedSoftware(observed: Observed): Observation {
	const { answer, seen } = endOfLife(observed);
	const hosts = hostsOf(seen);
	const against = hostsOf(observed.unsupported.filter(({ host }) => hosts.has(host))).size;
	return { met: byHosts(against, hosts.size), text: answer, seen };
}

const WEB: readonly ClassId[] = [
	"sql-injection",
	"cross-site-scripting",
	"injection",
	"path-traversal",
	"cross-site-requests",
	"open-redirects",
	"exposed-files",
	"access-bypass",
];

function webWeaknesses(observed: Observed): Observation {
	const seen = looked(observed.seen, [
		["wapiti", "attacks"],
		["zap", "attacks"],
	]);
	const { hosts: found, names } = against(observed, WEB, seen);
	const hosts = hostsOf(seen).size;
	const text =
		found === 0
			? `Attack tests found none of the usual flaws on ${all(hosts)}.`
			: `Attack tests found flaws on ${some(found, hosts)}: ${names}.`;
	return { met: byHosts(found, hosts), text, seen };
}

/** Null if there was nothing to fix. */
function timeToFix({ now, seen, present, fixed }: Observed): Observation | null {
	const open = present.filter(({ severity }) => severity === "high" || severity === "medium");
	if (fixed.findings === 0 && open.length === 0) return null;
	const late = open.filter(({ since }) => now.getTime() - since.getTime() > FIXED_DAYS * 86_400_000);
	const lateFindings = late.reduce((sum, { findings }) => sum + findings, 0);
	const isFixedInTime = fixed.findings > 0 && fixed.medianDays <= FIXED_DAYS;
	const ofFixed =
		fixed.findings === 0
			? `Nothing rated high or medium was fixed in the last ${FIXED_DAYS} days.`
			: `In the last ${FIXED_DAYS} days, ${counted(fixed.findings, "finding")} rated high or medium ${fixed.findings === 1 ? "was" : "were"} fixed, half of them within ${counted(fixed.medianDays, "day")}, the slowest within ${counted(fixed.slowestDays, "day")}.`;
	const ofOpen =
		lateFindings === 0
			? `None has been open for longer than ${FIXED_DAYS} days.`
			: `${lateFindings.toLocaleString("en")} ${lateFindings === 1 ? "has" : "have"} been open for longer than ${FIXED_DAYS} days.`;
	const isAllInTime = lateFindings === 0 && fixed.slowestDays <= FIXED_DAYS;
	return { met: isAllInTime ? "yes" : isFixedInTime ? "partly" : "no", text: `${ofFixed} ${ofOpen}`, seen };
}

const EXPOSED: readonly ClassId[] = [
	"exposed-databases",
	"exposed-remote-control",
	"plain-administration",
	"unneeded-services",
];

function exposedServices(observed: Observed): Observation {
	const seen = looked(observed.seen, [["nmap", "ports"]]);
	const { hosts: found, names } = against(observed, EXPOSED, seen);
	const hosts = hostsOf(seen).size;
	const text =
		found === 0
			? `No database, remote control or management service was open to the scanner on ${all(hosts)}.`
			: `Services were open to the scanner on ${some(found, hosts)}: ${names}.`;
	return { met: byHosts(found, hosts), text, seen };
}

/** On how many of the scanned hosts findings of these classes are present, and which classes, in words. */
function against(
	observed: Observed,
	classes: readonly ClassId[],
	seen: readonly Seen[],
): { hosts: number; names: string } {
	const hosts = hostsOf(seen);
	const found = classes.filter((id) => hostsWith(observed, rulesOf(id), hosts) > 0);
	return {
		hosts: hostsWith(observed, classes.flatMap(rulesOf), hosts),
		names: found.map((id) => lowerFirst(labelOfClass(id))).join(", "),
	};
}
const lowerFirst = (text: string): string =>
	/^[A-Z]{2}/.test(text) ? text : `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/** The kinds of scans and the host that an observation comes from: `Nmap EOL scan of mail.example.com`. */
export const scannedText = (seen: readonly Pick<Seen, "host" | "kind">[]): string => {
	const hosts = [...hostsOf(seen)];
	const names = [...new Set(seen.map(({ kind }) => scanName(kind)))].join(" and ");
	return `${names} of ${hosts.length === 1 ? hosts[0] : counted(hosts.length, "host")}`;
};

import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import { type FactId, NAMED_SCANS, type Observation } from "#contract/questionnaires/sources.ts";
import { endOfLife, securityHeaders, securityTxt, tlsVersions } from "./host-facts.ts";
import { FIXED_DAYS, hostsOf, type Observed, type Told } from "./observed.ts";

/** What scans alone can say about a question: a sentence made from stored data, and what it was read from. */
export type Fact = Omit<Told, "seen"> & { id: FactId; source: Observation };

const TOLD: Readonly<Record<FactId, (observed: Observed) => Told>> = {
	"scan-cadence": scanCadence,
	"oldest-high": oldestHigh,
	"time-to-fix": timeToFix,
	"tls-versions": tlsVersions,
	"end-of-life": endOfLife,
	"security-txt": securityTxt,
	"security-headers": securityHeaders,
	"verified-hosts": verifiedHosts,
};

/** Everything that was observed about a client. Unfavorable facts are reported as they are; there is no fact where no scan looked. Pure. */
export function factsOf(observed: Observed): Fact[] {
	return (Object.keys(TOLD) as FactId[]).flatMap((id) => {
		const { seen, ...told } = TOLD[id](observed);
		const [newest, ...older] = seen.toSorted((a, b) => b.at.getTime() - a.at.getTime());
		if (!newest) return [];
		const all = [newest, ...older];
		const source: Observation = {
			type: "observation",
			fact: id,
			scans: all
				.slice(0, NAMED_SCANS)
				.map(({ scanId, kind, host, at }) => ({ scanId, kind, host, at: at.toISOString() })),
			scansTotal: all.length,
			hostsTotal: hostsOf(all).size,
			from: (older.at(-1) ?? newest).at.toISOString(),
			to: newest.at.toISOString(),
		};
		return [{ id, ...told, source }];
	});
}

const day = (at: Date): string => dayText(at, "utc");

/** How often a schedule runs, most frequent first. One that runs once has no cadence. */
const CADENCES = ["daily", "weekly", "monthly", "cron"] as const;
const CADENCE_WORDS: Readonly<Record<(typeof CADENCES)[number], string>> = {
	daily: "every day",
	weekly: "every week",
	monthly: "every month",
	cron: "at times of its own",
};

function scanCadence({ seen, schedules }: Observed): Told {
	const known = hostsOf(seen);
	const repeated = schedules.filter(({ host, recurrence }) => recurrence.type !== "once" && known.has(host));
	const scheduled = hostsOf(repeated).size;
	// A host with several schedules is scanned as often as the most frequent one.
	const told = new Set<string>();
	const often = CADENCES.flatMap((type) => {
		const hosts = [...hostsOf(repeated.filter(({ recurrence }) => recurrence.type === type))].filter(
			(host) => !told.has(host),
		);
		for (const host of hosts) told.add(host);
		return hosts.length === 0 ? [] : [`${counted(hosts.length, "host")} ${CADENCE_WORDS[type]}`];
	});
	const newest = new Date(Math.max(...seen.map(({ at }) => at.getTime()), 0));
	return {
		question: "How often do you scan for vulnerabilities?",
		words:
			"vulnerability scanning scanner regular periodic frequency schedule automated external internal network systems hosts servers web applications weekly monthly quarterly annually",
		answer:
			scheduled === 0
				? `No host is scanned on a schedule. ${counted(known.size, "host")} ${known.size === 1 ? "was" : "were"} scanned on demand; the last scan ended on ${day(newest)}.`
				: `${scheduled} of ${counted(known.size, "scanned host")} ${scheduled === 1 ? "is" : "are"} scanned on a schedule: ${often.join(", ")}. The last scan ended on ${day(newest)}.`,
		seen,
	};
}

function oldestHigh({ seen, present }: Observed): Told {
	const high = present.filter(({ severity }) => severity === "high");
	const findings = high.reduce((sum, each) => sum + each.findings, 0);
	const oldest = high.toSorted((a, b) => a.since.getTime() - b.since.getTime())[0];
	const on = `the ${counted(hostsOf(seen).size, "host")} that ${hostsOf(seen).size === 1 ? "was" : "were"} scanned`;
	return {
		question: "Are there open high vulnerabilities?",
		words:
			"unresolved outstanding unremediated known critical high severity risk rated vulnerability weakness finding open unpatched currently oldest age systems",
		answer: oldest
			? `Yes. ${counted(findings, "finding")} rated high ${findings === 1 ? "is" : "are"} open on ${on}. The oldest was first seen on ${day(oldest.since)}.`
			: `No finding rated high is open on ${on}.`,
		seen,
	};
}

function timeToFix({ seen, present, fixed }: Observed): Told {
	const open = present.filter(({ severity }) => severity === "high" || severity === "medium");
	const left = open.reduce((sum, each) => sum + each.findings, 0);
	const oldest = open.toSorted((a, b) => a.since.getTime() - b.since.getTime())[0];
	const still = oldest
		? `${left.toLocaleString("en")} ${left === 1 ? "is" : "are"} open, the oldest since ${day(oldest.since)}.`
		: "None is open.";
	return {
		question: "How long does it take to fix vulnerabilities?",
		words:
			"remediation time remediate patch patching deadline timeframe sla days mean average resolve quickly take long vulnerability critical high medium severity identified security",
		answer:
			fixed.findings === 0
				? `No finding rated high or medium was fixed in the last ${FIXED_DAYS} days. ${still}`
				: `In the last ${FIXED_DAYS} days, ${counted(fixed.findings, "finding")} rated high or medium ${fixed.findings === 1 ? "was" : "were"} fixed, half of them within ${counted(fixed.medianDays, "day")}, the slowest within ${counted(fixed.slowestDays, "day")}. ${still}`,
		seen,
	};
}

function verifiedHosts({ hosts, seen }: Observed): Told {
	const scanned = hostsOf(seen);
	const known = hosts.filter(({ host }) => scanned.has(host));
	const verified = known.filter((each) => each.verified).length;
	return {
		question: "Do you verify ownership of hosts before you scan them?",
		words: "verified own owner authorized authorization systems domains proof dns scope testing scanning permission",
		answer: `Ownership is verified by DNS or a file for ${verified} of the ${counted(scanned.size, "host")} that ${scanned.size === 1 ? "was" : "were"} scanned.`,
		seen,
	};
}

import type { Severity } from "#contract/findings/severity.ts";
import type { FindingOverview } from "#contract/findings/vulnerabilities.ts";
import { counted } from "#contract/format/count.ts";
import type { Permission } from "#contract/workspaces/roles.ts";
import { daysUntil, dueText } from "#src/lib/days/due-days.ts";
import { scanPath } from "#src/lib/scans/scan-path.ts";
import type { Entry } from "#src/requests/entry.ts";
import type { HostFacts, Numbers } from "./numbers.ts";

/** One thing to do. */
export type Todo = {
	/** Unique in a list. */
	key: string;
	/** The first word of what to do. */
	verb: string;
	/** The rest. May hold untrusted text. */
	what: string;
	/** Why now, or where. */
	about: string;
	severity?: Severity;
	/** Where to do it. */
	to: string;
	/** The permission a member needs to do it. Absent if it is done elsewhere, such as on a host. */
	needs?: Permission;
};

const MOST = 3;

type Situation = Pick<Numbers, "overview" | "findings" | "hosts"> & {
	/** What this device keeps; null while that is not known. */
	entries: readonly Entry[] | null;
	/** Milliseconds. */
	now: number;
	/** Whether this is offered to the reader. */
	can(permission: Permission): boolean;
};

/**
 * The three things to do first. There are three lists: open problems, the worst and then those in most places first; what
 * expires, nearest to today first; and what waits for a person: requests on this device, hosts whose scan failed, hosts
 * that are not verified, hosts that no scan has looked at. The first of each list comes first, in this order, then the second
 * of each. Before the first scan, running one comes before everything else. What the reader may not do is left out.
 */
export function whatNow({ overview, findings, hosts, entries, now, can }: Situation): Todo[] {
	const mayBeDone = ({ needs }: Todo) => needs === undefined || can(needs);
	const lists = [
		findings.problems.map(problemTodo),
		endingTodos(findings.expiring, now),
		[...heldTodos(entries ?? []), ...hostTodos(hosts, overview.total > 0)],
	].map((list) => list.filter(mayBeDone));
	const rounds = Math.max(...lists.map((list) => list.length));
	const inTurn = Array.from({ length: rounds }, (_, round) => lists.flatMap((list) => list[round] ?? []));
	return [...(overview.total === 0 && mayBeDone(FIRST_SCAN) ? [FIRST_SCAN] : []), ...inTurn.flat()].slice(0, MOST);
}

const FIRST_SCAN: Todo = {
	key: "first-scan",
	verb: "Run",
	what: "your first scan",
	about: "It takes a minute. Offline, it is sent later.",
	to: "/dashboard/scans",
	needs: "work",
};

const problemTodo = ({
	rule,
	title,
	severity,
	places,
	hosts,
	fingerprint,
}: FindingOverview["problems"][number]): Todo => ({
	key: `problem ${fingerprint}`,
	verb: "Fix",
	what: title,
	about: `${counted(places, "place")}${hosts > 1 ? ` on ${counted(hosts, "host")}` : ""}`,
	severity,
	to:
		places === 1
			? `/dashboard/vulnerabilities/${fingerprint}`
			: `/dashboard/vulnerabilities?${new URLSearchParams({ severity, rule, title })}`,
});

type Ending = FindingOverview["expiring"][number];

function endingTodos(expiring: readonly Ending[], now: number): Todo[] {
	const distance = ({ on }: Ending) => daysUntil(on, now);
	return (
		expiring
			// Software whose support has ended is among the open problems already.
			.filter((ending) => ending.what !== "end-of-life" || distance(ending) >= 0)
			.toSorted((a, b) => Math.abs(distance(a)) - Math.abs(distance(b)) || distance(a) - distance(b))
			.map((ending) => endingTodo(ending, now))
	);
}

function endingTodo({ what, host, detail, on }: Ending, now: number): Todo {
	const isOver = daysUntil(on, now) < 0;
	const due = dueText(on, now);
	const common = { key: `${what} ${host} ${detail} ${on}`, to: hostPath(host) };
	switch (what) {
		case "certificate":
			return {
				...common,
				verb: "Renew",
				what: `the certificate of ${host}`,
				about: `${isOver ? "Expired" : "Expires"} ${due}`,
			};
		case "end-of-life":
			return { ...common, verb: "Replace", what: `${detail} on ${host}`, about: `Support ends ${due}` };
		case "ownership":
			return {
				...common,
				verb: "Verify",
				what: `${host} again`,
				about: `Verification ${isOver ? "expired" : "expires"} ${due}`,
				needs: "arrange",
			};
		case "accepted-risk":
			return {
				...common,
				verb: "Review",
				what: `the accepted risk: ${detail}`,
				about: `${isOver ? "Reopened" : "Reopens"} ${due} on ${host}`,
				to: `/dashboard/vulnerabilities?${new URLSearchParams({ state: isOver ? "open" : "accepted", q: detail })}`,
				needs: "work",
			};
	}
}

function heldTodos(entries: readonly Entry[]): Todo[] {
	const held = entries.filter(({ status }) => status === "held" || status === "rejected");
	if (held.length === 0) return [];
	return [
		{
			key: "outbox",
			verb: "Check",
			what: counted(held.length, "saved request"),
			about: "Waiting for you in the outbox",
			to: "/dashboard/outbox",
		},
	];
}

/** Before the first scan of the account, the list already says that no host has been scanned. */
function hostTodos(hosts: readonly HostFacts[], hasScans: boolean): Todo[] {
	const failed = hosts.flatMap(({ host, evaluation }) =>
		evaluation.status === "failed" ? [{ host, ...evaluation }] : [],
	);
	const unverified = hosts.filter(({ claim }) => claim?.status === "unproven");
	const unscanned = hasScans ? hosts.filter(({ evaluation }) => evaluation.status === "not-scanned") : [];
	const [onlyFailed] = failed;
	const [onlyUnscanned] = unscanned;
	return [
		...hostTodo("failed", "Scan", failed, {
			needs: "work",
			again: true,
			about:
				onlyFailed && failed.length === 1
					? onlyFailed.failure.message
					: "Their scans failed. Nothing is known about them.",
			to: onlyFailed && failed.length === 1 ? `/dashboard/scans/${onlyFailed.scanId}` : undefined,
		}),
		...hostTodo("unverified", "Verify", unverified, { needs: "arrange", about: "Zap, Wapiti and Nmap need it" }),
		...hostTodo("not-scanned", "Scan", unscanned, {
			needs: "work",
			about: "Not scanned yet",
			to: onlyUnscanned && unscanned.length === 1 ? scanPath(onlyUnscanned.host) : undefined,
		}),
	];
}

function hostTodo(
	show: string,
	verb: string,
	hosts: readonly { host: string }[],
	{ again = false, to, ...rest }: { needs: Permission; again?: boolean; about: string; to?: string | undefined },
): Todo[] {
	const [first] = hosts;
	if (!first) return [];
	const one = hosts.length === 1;
	return [
		{
			key: show,
			verb,
			what: `${one ? first.host : counted(hosts.length, "host")}${again ? " again" : ""}`,
			...rest,
			to: to ?? (one ? hostPath(first.host) : `/dashboard/assets?${new URLSearchParams({ show })}`),
		},
	];
}

const hostPath = (host: string) => `/dashboard/assets?${new URLSearchParams({ q: host })}`;

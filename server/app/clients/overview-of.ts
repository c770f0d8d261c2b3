import { SEVERITIES } from "#contract/findings/severity.ts";
import type { ClientOverview } from "#contract/workspaces/client-overview.ts";
import { gradeOfHosts } from "#server/assurance/reports/data/report-grade.ts";
import { dayOf } from "#server/platform/time/day.ts";
import type { ClientsState } from "./store/clients-state.ts";

/** How each client is doing, in the order in which they were read. */
export function overviewOf(state: ClientsState, now: Date): ClientOverview[] {
	const by = <T>(rows: Iterable<T>, hostOf: (row: T) => string) => Map.groupBy(rows, (row) => state.whose(hostOf(row)));

	const open = by(state.open, ([host]) => host);
	const ending = by(state.ending, ({ asset }) => asset);
	const missed = by(state.missed, ({ host }) => host);
	const running = by(state.running, ({ host }) => host);
	const ended = by(state.ended, ({ host }) => host);
	const hostsOf = by(state.hosts, (host) => host);
	const newest = by(state.newest, ({ asset }) => asset);
	const today = dayOf(now);

	return state.clients.map((client): ClientOverview => {
		const its = {
			open: open.get(client.id) ?? [],
			ended: ended.get(client.id) ?? [],
			running: running.get(client.id) ?? [],
			ending: ending.get(client.id) ?? [],
		};
		const counts = { high: 0, medium: 0, low: 0, none: 0 };
		for (const [, open] of its.open) for (const severity of SEVERITIES) counts[severity] += open[severity];
		const hosts = hostsOf.get(client.id) ?? [];
		const { grade, label, reason } = gradeOfHosts({ hosts, ...lookedAt(its.ended) }, counts);
		const expiring = its.ending.filter(({ on }) => on >= today);
		const next = expiring[0];
		const last = its.ended.filter(({ state }) => state === "completed").toSorted((a, b) => (a.at < b.at ? 1 : -1))[0];
		return {
			client,
			hosts: hosts.length,
			grade: { letter: grade, label, reason },
			open: counts,
			worstNew: worstOf(newest.get(client.id) ?? []),
			expiring: {
				count: sum(expiring.map(({ findings }) => findings)),
				next: next ? { what: next.what, host: next.host, detail: next.detail, on: next.on } : null,
			},
			overdue: {
				acceptedRisks: sum(its.ending.flatMap(({ on, findings }) => (on < today ? [findings] : []))),
				schedules: sum((missed.get(client.id) ?? []).map(({ schedules }) => schedules)),
			},
			running: sum(its.running.map(({ scans }) => scans)),
			lastScan: last ? { scanId: last.scanId, kind: last.kind, host: last.host, at: last.at } : null,
		};
	});
}

function worstOf(newest: ClientsState["newest"]): ClientOverview["worstNew"] {
	const [worst] = newest.toSorted((a, b) => b.weight - a.weight || (a.at < b.at ? 1 : -1));
	if (!worst) return null;
	const { asset, weight, ...finding } = worst;
	return finding;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** What the newest completed scans saw, and the newest failures that no completed scan of the same kind followed. */
function lookedAt(ended: ClientsState["ended"]): Pick<Parameters<typeof gradeOfHosts>[0], "looks" | "failures"> {
	const completedAt = new Map(
		ended.filter(({ state }) => state === "completed").map(({ host, kind, at }) => [`${kind} ${host}`, at]),
	);
	return {
		looks: ended.flatMap(({ scanId, host, kind, at, coverage, parts }) =>
			coverage === null ? [] : [{ scanId, host, kind, finishedAt: at, coverage, parts }],
		),
		failures: ended.flatMap(({ scanId, host, kind, at, state, reason }) =>
			state === "failed" && at > (completedAt.get(`${kind} ${host}`) ?? "")
				? [{ scanId, host, kind, finishedAt: at, reason }]
				: [],
		),
	};
}

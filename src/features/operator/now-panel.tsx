import type { ReactNode } from "react";
import { durationText } from "#contract/format/duration.ts";
import { timeText } from "#contract/format/time.ts";
import { KINDS, scanName } from "#contract/kinds/kinds.ts";
import type { OperatorOverview, QueueState } from "#contract/operator/operator.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { Section } from "#src/ui/page/section.tsx";
import { FailedJobs } from "./failed-jobs.tsx";
import { queueLabel, TOOL_LABELS } from "./operator-labels.ts";
import { StuckSection } from "./stuck-section.tsx";
import { ServiceWorkerSwitch, StopSwitch } from "./switches.tsx";

function Line({ name, children }: { name: ReactNode; children: ReactNode }) {
	return (
		<li className="flex flex-wrap items-baseline justify-between gap-x-6 border-line border-b py-2.5 text-15">
			<span className="font-medium">{name}</span>
			<span className="text-quiet tabular-nums">{children}</span>
		</li>
	);
}

const joined = (parts: (string | false)[]): string => parts.filter(Boolean).join(" · ");
const some = (count: number, word: string) => count > 0 && `${count.toLocaleString("en")} ${word}`;
const age = (now: number, at: string | null) =>
	now > 0 && at !== null && `oldest ${durationText(now - Date.parse(at))}`;

function Scans({ scans }: Pick<OperatorOverview, "scans">) {
	const now = useNow();
	return (
		<Section id="scans-by-kind" heading="Scans">
			<ul className="border-line border-t">
				{scans.map(({ kind, waiting, running, oldestWaitingAt }) => (
					<Line key={kind} name={scanName(kind)}>
						{joined([some(waiting, "waiting"), some(running, "running"), age(now, oldestWaitingAt)]) || "none"}
					</Line>
				))}
			</ul>
		</Section>
	);
}

function Workers({ workers, scans }: Pick<OperatorOverview, "workers" | "scans">) {
	const seen = scans.flatMap(({ toolSeenAt }) => toolSeenAt ?? []).toSorted();
	const last = seen.at(-1);
	return (
		<Section id="workers" heading="Workers">
			{workers.length === 0 && (
				<p className="text-15">
					No worker is running, so nothing is scanned or sent.{last && ` The last one reported ${timeText(last)}.`}
				</p>
			)}
			<ul className="grid gap-4 empty:hidden md:grid-cols-2">
				{workers.map(({ id, seenAt, running, tools }) => (
					<li key={id} className="rounded-card border border-line bg-raised p-4 text-15">
						<p className="flex flex-wrap items-baseline justify-between gap-x-4">
							<span className="font-mono text-15">{id.slice(0, 8)}</span>
							<span className="text-13 text-quiet">
								{running === 0 ? "runs no scan" : `runs ${running}`} · reported {timeText(seenAt)}
							</span>
						</p>
						<ul className="mt-2 text-13">
							{tools.map(({ kind, status, version }) => (
								<li key={kind} className="flex flex-wrap justify-between gap-x-4">
									<span>{KINDS[kind].tool ?? "Our own checks"}</span>
									<span className="wrap-anywhere text-quiet">{version ?? TOOL_LABELS[status]}</span>
								</li>
							))}
						</ul>
					</li>
				))}
			</ul>
		</Section>
	);
}

function Queues({ queues }: { queues: readonly QueueState[] }) {
	const now = useNow();
	return (
		<Section id="queues" heading="Jobs">
			{queues.length === 0 && <p className="text-15">No jobs are waiting, running or failed.</p>}
			<ul className="border-line border-t empty:hidden">
				{queues.map(({ queue, waiting, delayed, running, retrying, failed, oldestAt }) => (
					<Line key={queue} name={queueLabel(queue)}>
						{joined([
							some(waiting, "waiting"),
							some(delayed, "later"),
							some(running, "running"),
							some(retrying, "trying again"),
							some(failed, "failed"),
							age(now, oldestAt),
						])}
					</Line>
				))}
			</ul>
		</Section>
	);
}

/** What is running now, and what is not. */
export function NowPanel({ stop, serviceWorkerOff, workers, scans, queues }: OperatorOverview) {
	return (
		<>
			<StopSwitch stop={stop} scans={scans} />
			<StuckSection />
			<Section id="failed-jobs" heading="Failed jobs">
				<FailedJobs of="others" words={{ one: "job", many: "jobs", none: "No job has failed." }} />
			</Section>
			<div className="lg:grid lg:grid-cols-2 lg:gap-x-12">
				<Scans scans={scans} />
				<Queues queues={queues} />
			</div>
			<Workers workers={workers} scans={scans} />
			<ServiceWorkerSwitch off={serviceWorkerOff} />
		</>
	);
}

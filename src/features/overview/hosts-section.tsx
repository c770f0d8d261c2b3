import { EVALUATION_WORDS, type HostEvaluation } from "#contract/findings/host-evaluation.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { scanName } from "#contract/kinds/kinds.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import type { HostFacts } from "./numbers.ts";
import { OverviewSection } from "./overview-section.tsx";

/** How many hosts that were not reached are listed; the rest is counted. */
const SHOWN = 5;

const STATES: readonly HostEvaluation["status"][] = ["failed", "not-scanned", "partial", "full"];

type Failed = HostFacts & { evaluation: HostEvaluation & { status: "failed" } };
const isFailed = (host: HostFacts): host is Failed => host.evaluation.status === "failed";

const pathTo = (show: HostEvaluation["status"]) => `/dashboard/assets?${new URLSearchParams({ show })}`;

function Unreached({ hosts, linked }: { hosts: readonly Failed[]; linked: boolean }) {
	const more = hosts.length - SHOWN;
	return (
		<>
			<h3 id="unreached" className="mt-5 mb-2 font-semibold text-15">
				Not reached
			</h3>
			<ul aria-labelledby="unreached" className="border-line border-b">
				{hosts.slice(0, SHOWN).map(({ host, evaluation: { scanId, kind, at, failure } }) => (
					<li key={host} className="border-line border-t py-3">
						<p className="wrap-anywhere font-mono text-15">
							{linked ? (
								<Link to={`/dashboard/scans/${scanId}`} className="text-ink">
									<bdi>{host}</bdi>
								</Link>
							) : (
								<bdi>{host}</bdi>
							)}
						</p>
						<p className="wrap-anywhere mt-1 text-13 text-quiet">
							{scanName(kind)}, <time dateTime={at}>{timeText(at)}</time>. {failure.message}
						</p>
					</li>
				))}
			</ul>
			{more > 0 && (
				<p className="mt-3 text-15">
					<Link to={pathTo("failed")}>{counted(more, "more", "more")}</Link>
				</p>
			)}
		</>
	);
}

/** How much of the hosts is evaluated, and which hosts were not reached, so that no unknown host looks clean. */
export function HostsSection({ hosts, sample }: { hosts: readonly HostFacts[]; sample: boolean }) {
	const failed = hosts.filter(isFailed);
	return (
		<OverviewSection id="hosts" heading="Hosts" sample={sample}>
			<ul aria-label="Hosts by what was evaluated" className="flex flex-wrap gap-x-6">
				{STATES.map((status) => {
					const count = hosts.filter(({ evaluation }) => evaluation.status === status).length;
					const text = `${count.toLocaleString("en")} ${EVALUATION_WORDS[status].toLowerCase()}`;
					return (
						count > 0 && (
							<li key={status} className="flex min-h-11 items-center text-15 tabular-nums">
								{sample ? text : <Link to={pathTo(status)}>{text}</Link>}
							</li>
						)
					);
				})}
			</ul>
			{failed.length > 0 && <Unreached hosts={failed} linked={!sample} />}
		</OverviewSection>
	);
}

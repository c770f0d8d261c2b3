import type { ReactNode } from "react";
import { SEVERITIES } from "#contract/findings/severity.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import type { ClientOverview } from "#contract/workspaces/client-overview.ts";
import { dueText } from "#src/lib/days/due-days.ts";
import { SeverityMark, severityLabel } from "#src/lib/findings/severity.tsx";
import { clientEdge } from "#src/lib/workspace/clients/client-edge.ts";
import { inClient } from "#src/lib/workspace/routing/address.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { endText } from "../due-text.ts";
import { overdueOf } from "./sort-clients.ts";

type Props = {
	about: ClientOverview;
	/** How many of its requests wait on this device. */
	waiting: number;
	/** Milliseconds. */
	now: number;
};

const NEWS = { new: "New", worse: "Got worse", reopened: "Back again" } as const;

const Fact = ({ label, wide = false, children }: { label: string; wide?: boolean; children: ReactNode }) => (
	<div className={`min-w-0 ${wide ? "max-md:col-span-full" : ""}`}>
		<dt className="text-13 text-quiet">{label}</dt>
		<dd className="wrap-anywhere text-15 tabular-nums">{children}</dd>
	</div>
);

/** Without informational findings; empty if there are no others. */
function openText({ open }: ClientOverview): string {
	const some = SEVERITIES.filter((one) => one !== "none" && open[one] > 0);
	return some.map((one) => `${open[one].toLocaleString("en")} ${severityLabel(one).toLowerCase()}`).join(", ");
}

/** How one client is doing. The whole row links to the client. */
export function ClientRow({ about, waiting, now }: Props) {
	const { client, grade, hosts, worstNew, expiring, running, lastScan } = about;
	const overdue = overdueOf(about);
	const { next } = expiring;
	const open = openText(about);
	const isQuiet = worstNew === null && open === "" && overdue === 0 && next === null && waiting === 0;
	return (
		<article
			aria-labelledby={`client-${client.id}`}
			className={`${clientEdge(client.color)} relative grid gap-x-6 gap-y-2 border-line border-t py-3 ps-4 hover:bg-raised lg:grid-cols-[minmax(0,15rem)_minmax(0,1fr)]`}
		>
			<div className="flex min-w-0 items-start gap-3">
				<p className="grid w-9 flex-none justify-items-center">
					<span className="font-semibold text-26 leading-none tabular-nums">
						<span className="sr-only">Grade </span>
						{grade.letter ?? <span className="text-quiet">–</span>}
					</span>
				</p>
				<div className="min-w-0">
					<h3 id={`client-${client.id}`} className="wrap-anywhere font-semibold text-17 leading-snug">
						<Link
							to={inClient("/dashboard/overview", client.code)}
							className="text-ink no-underline after:absolute after:inset-0 hover:underline"
						>
							<bdi>{client.name}</bdi>
						</Link>
					</h3>
					<p className="text-13 text-quiet">
						{[
							client.archivedAt !== null && "archived",
							client.own && "own work",
							hosts === 0 ? "no hosts yet" : counted(hosts, "host"),
							running > 0 && `${counted(running, "scan")} running`,
							lastScan && `scanned ${timeText(lastScan.at)}`,
						]
							.filter(Boolean)
							.join(" · ")}
					</p>
					{grade.letter === null && hosts > 0 && <p className="mt-1 text-13 text-quiet">{grade.reason}</p>}
				</div>
			</div>
			{isQuiet ? (
				<p className="text-15 text-quiet lg:pt-1">Nothing new, open, overdue or waiting.</p>
			) : (
				<dl className="grid grid-cols-2 gap-x-4 gap-y-2 md:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
					<Fact wide label={worstNew ? NEWS[worstNew.what] : "New, last 7 days"}>
						{worstNew ? (
							<span className="block">
								<SeverityMark severity={worstNew.severity} /> <bdi>{worstNew.title}</bdi>
								<span className="block font-mono text-13">
									<bdi>{worstNew.host}</bdi>
								</span>
							</span>
						) : (
							"Nothing"
						)}
					</Fact>
					<Fact label="Open">{open || "None"}</Fact>
					<Fact label="Overdue">{overdue === 0 ? "None" : <b className="font-semibold">{overdue}</b>}</Fact>
					<Fact label="Within 30 days">
						{next ? (
							<>
								{endText(next, now)} {dueText(next.on, now)}
								{expiring.count > 1 && <span className="block text-13 text-quiet">and {expiring.count - 1} more</span>}
							</>
						) : (
							"Nothing"
						)}
					</Fact>
					<Fact label="Outbox">{waiting === 0 ? "Empty" : `${waiting} waiting`}</Fact>
				</dl>
			)}
		</article>
	);
}

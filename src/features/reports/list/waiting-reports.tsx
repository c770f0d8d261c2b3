import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { EntryId } from "#contract/ids.ts";
import { TEMPLATES } from "#src/content/report-templates.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { entryLabels } from "#src/lib/outbox/entry-labels.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import { refreshReports } from "#src/lib/reports/reports-api.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import { wordsOf } from "#src/requests/kinds.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { notify } from "#src/ui/toast/notify.ts";

const isReport = ({ request }: Entry) => request.kind === "report";

/** Reloads the lists when a report that waited here was sent by the worker, another tab or the timer. */
function useRefreshWhenSent(waiting: readonly Entry[]): void {
	const client = useQueryClient();
	const before = useRef<ReadonlySet<string>>(new Set());
	useEffect(() => {
		const now = new Set<string>(waiting.map(({ id }) => id));
		const gone = [...before.current].some((id) => !now.has(id));
		before.current = now;
		if (gone) void refreshReports(client);
	}, [client, waiting]);
}

const discard = (id: EntryId) =>
	browserOutbox()
		.discard(id)
		.catch((error: unknown) =>
			notify({ title: "Not discarded", text: error instanceof Error ? error.message : "" }).catch(() => undefined),
		);

function WaitingRow({ entry, now }: { entry: Entry; now: number }) {
	const online = useOnline();
	const { subject } = wordsOf(entry.request);
	const { state, next, error } = entryLabels(entry, now, online);
	const { name, template } = entry.request.kind === "report" ? entry.request.body : {};
	const type = template ? TEMPLATES[template].name : "";
	return (
		<li data-waiting={entry.status} className="border-line-strong border-s-4 py-1 ps-4 text-15">
			<p className="wrap-anywhere">
				<span className="font-semibold">{name || type}</span>
				{name && ` · ${type}`}
			</p>
			<p className="wrap-anywhere">
				{state}: saved on this device. {next} {error}
			</p>
			<div className="flex flex-wrap gap-x-5">
				{entry.status !== "sending" && (
					<TextButton aria-label={`Discard ${subject}`} onClick={() => void discard(entry.id)}>
						Discard
					</TextButton>
				)}
				<Link to="/dashboard/outbox" className="inline-flex min-h-11 items-center">
					Outbox
				</Link>
			</div>
		</li>
	);
}

/** Requested reports that are still on this device. */
export function WaitingReports() {
	const entries = useEntries();
	const reports = (entries ?? []).filter((entry) => isReport(entry) && entry.status !== "accepted");
	const now = useNow(reports.length > 0);
	useRefreshWhenSent(reports.filter(isWaiting));
	if (reports.length === 0) return null;
	return (
		<ul aria-label="Reports waiting on this device" className="mt-4 grid gap-3">
			{reports.map((entry) => (
				<WaitingRow key={entry.id} entry={entry} now={now} />
			))}
		</ul>
	);
}

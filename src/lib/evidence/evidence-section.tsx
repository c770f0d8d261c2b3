import { useInfiniteQuery } from "@tanstack/react-query";
import type { Subject } from "#contract/evidence/evidence.ts";
import { counted } from "#contract/format/count.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { accountView } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { capturePath } from "./about.ts";
import { evidenceListQuery } from "./evidence-api.ts";
import { EvidenceRow } from "./evidence-row.tsx";
import { useRefreshWhenSent } from "./use-refresh-when-sent.ts";
import { waitingAbout } from "./waiting-evidence.ts";

/** The evidence collected about one thing, for the thing's own screen. */
export function EvidenceAbout({ about }: { about: Subject }) {
	const account = useAccount();
	const { scope, can } = useScope();
	const entries = useEntries();
	useRefreshWhenSent(entries);
	const enabled = account.status === "known" && !account.locked;
	const reading = useInfiniteQuery({
		...evidenceListQuery({ subject: about.type, id: about.id }, scope),
		enabled,
	});
	const view = accountView(account, reading, useOnline());
	const evidence = view.status === "shown" ? view.data.pages.flatMap((page) => page.evidence) : [];
	const waiting = waitingAbout(entries ?? [], about).length;
	return (
		<>
			{evidence.length > 0 && (
				<ul className="border-line border-t">
					{evidence.map((one) => (
						<li key={one.id}>
							<EvidenceRow evidence={one} on={about} />
						</li>
					))}
				</ul>
			)}
			{reading.hasNextPage && !reading.isFetching && (
				<TextButton onClick={() => void reading.fetchNextPage()}>Show more</TextButton>
			)}
			{view.status === "shown" && evidence.length === 0 && waiting === 0 && (
				<p className="text-15 text-quiet">No photos, files or notes yet.</p>
			)}
			{view.status === "failed" && (
				<p className="text-15 text-quiet">Photos, files and notes could not be loaded. {view.why}</p>
			)}
			{view.status === "nothing-kept" && (
				<p className="text-15 text-quiet">Photos, files and notes load when there is a connection.</p>
			)}
			<div className="flex flex-wrap items-center gap-x-5 print:hidden">
				{can("work") && (
					<Link to={capturePath(about)} className="inline-flex min-h-11 items-center text-15">
						Add evidence
					</Link>
				)}
				{waiting > 0 && (
					<p role="status" className="text-15">
						{counted(waiting, "piece")} on this device, <Link to="/dashboard/evidence">waiting to be sent</Link>
					</p>
				)}
			</div>
		</>
	);
}

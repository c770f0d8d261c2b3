import { counted } from "#contract/format/count.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { entryLabels } from "#src/lib/outbox/entry-labels.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";
import { wordsOf } from "#src/requests/kinds.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { OverviewSection } from "./overview-section.tsx";

/** How many are listed; the rest is counted. */
const SHOWN = 3;

/** What this device still has to send, if anything: never a sample. */
export function WaitingSection({ entries }: { entries: readonly Entry[] | null }) {
	const online = useOnline();
	const left = (entries ?? []).filter((entry) => isWaiting(entry) || entry.status === "rejected");
	const now = useNow(left.length > 0);
	const more = left.length - SHOWN;
	if (left.length === 0) return null;
	return (
		<OverviewSection id="waiting" heading="Waiting in the outbox" sample={false}>
			<ul aria-label="Waiting on this device" className="border-line border-b">
				{left.slice(0, SHOWN).map((entry) => {
					const { label, subject } = wordsOf(entry.request);
					const { state, next } = entryLabels(entry, now, online);
					return (
						<li key={entry.id} className="border-line border-t py-3">
							<p className="wrap-anywhere line-clamp-2 font-semibold text-15">
								{label}: <bdi>{subject}</bdi>
							</p>
							<p className="text-13 text-quiet">
								{state}. {next}
							</p>
						</li>
					);
				})}
			</ul>
			<p className="mt-3 text-15">
				<Link to="/dashboard/outbox">
					{more > 0 ? `${counted(more, "more", "more")} in the outbox` : "Open the outbox"}
				</Link>
			</p>
		</OverviewSection>
	);
}

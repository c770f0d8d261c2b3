import { useMemo, useState } from "react";
import { counted } from "#contract/format/count.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { FilterButton } from "#src/lib/data/lists/filter-button.tsx";
import { ListPanel } from "#src/lib/data/lists/list-panel.tsx";
import { countOf } from "#src/lib/data/lists/list-view.ts";
import { EvidenceRow } from "#src/lib/evidence/evidence-row.tsx";
import { evidenceShown } from "#src/lib/evidence/evidence-words.ts";
import { useRefreshWhenSent } from "#src/lib/evidence/use-refresh-when-sent.ts";
import { useEntries } from "#src/lib/outbox/use-entries.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { SearchField } from "#src/ui/fields/search-field.tsx";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { THUMB_ACTION, ThumbBar } from "#src/ui/page/thumb-bar.tsx";
import { Tabs } from "#src/ui/tabs.tsx";
import { EvidenceFilterDialog } from "./inbox/evidence-filter-dialog.tsx";
import { filterCount, filterOf, readAddress, TABS, writeAddress } from "./inbox/inbox-address.ts";
import { useEvidenceList } from "./inbox/use-evidence-list.ts";
import { WaitingPieces } from "./inbox/waiting-pieces.tsx";

export const meta = {
	title: `Evidence | ${site.name}`,
	description: "Photos, files and notes from the site, and what they are about.",
	indexable: false,
} as const;

const LABELS = { all: "All", unlinked: "Not linked yet", linked: "Linked" } as const;

const EMPTY = {
	all: "No evidence yet. Photos, files and voice notes that you add appear here, also without a connection.",
	unlinked: "Everything is linked to what it is about.",
	linked: "Nothing is linked yet. Open a piece of evidence to put it on a vulnerability, a host or a scan.",
} as const;

/** Height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 82;

export default function EvidencePage() {
	const account = useAccount();
	const { can } = useScope();
	const { address, go } = useAddress(readAddress, writeAddress);
	const { tab, q, method } = address;
	const filter = useMemo(() => filterOf(address), [address]);
	const list = useEvidenceList(method, filter);
	const [filtering, setFiltering] = useState(false);
	const entries = useEntries();
	const words = useWords();
	const filtered = filterCount(address);
	useRefreshWhenSent(entries);
	const count = countOf(list.view);
	const { counts } = list;
	const mayAdd = can("work") && account.status === "known";
	return (
		<div className={`frame pt-5 md:pt-8 ${mayAdd ? "pb-32 md:pb-16" : "pb-16"}`}>
			<div className="mb-4 flex items-center justify-between gap-4 md:mb-6">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Evidence</h1>
				{mayAdd && (
					<ThumbBar>
						<Link to="/dashboard/evidence/new" className={THUMB_ACTION}>
							Add evidence
						</Link>
					</ThumbBar>
				)}
			</div>
			<RoleNote permission="work" what="add evidence" />
			<WaitingPieces entries={entries} />
			<div className="mb-3 flex max-w-xl flex-wrap items-end gap-3 print:hidden">
				<search className="min-w-0 grow basis-48">
					<SearchField
						id="evidence-search"
						label="Search"
						placeholder="Title, note or file name"
						value={q}
						onSearch={(text) => go((now) => ({ ...now, q: text }))}
					/>
				</search>
				<FilterButton chosen={filtered} onOpen={() => setFiltering(true)} />
			</div>
			<Tabs
				label="Evidence"
				selected={tab}
				onSelect={(name) => go((now) => ({ ...now, tab: name }))}
				tabs={TABS.map((name) => ({ name, label: LABELS[name], count: counts?.[name] ?? null }))}
			>
				<p role="status" className={filter.q === undefined && filtered === 0 ? "sr-only" : "mt-3 text-13 text-quiet"}>
					{count !== null && counted(count, "piece")}
				</p>
				<ListPanel
					key={tab}
					label="Evidence"
					noun={{ one: "piece of evidence", many: "evidence" }}
					list={list}
					filtered={filtered + (filter.q === undefined ? 0 : 1)}
					empty={
						account.status === "unknown" ? (
							<>
								Photos, files and voice notes from the site, with who took them, when, and what they are about.{" "}
								<Link to="/auth/login?next=/dashboard/evidence">Sign in</Link> to add your own.
							</>
						) : (
							EMPTY[tab]
						)
					}
					onClear={() => go((now) => ({ ...readAddress(new URLSearchParams()), tab: now.tab }))}
					keyOf={({ id }) => id}
					rowHeight={ROW_HEIGHT}
					row={(evidence) => <EvidenceRow evidence={evidenceShown(evidence, words, list.readAt)} />}
				/>
			</Tabs>
			{filtering && (
				<EvidenceFilterDialog
					address={address}
					onApply={(next) => {
						setFiltering(false);
						go((now) => ({ ...next, tab: now.tab, q: now.q }));
					}}
					onClose={() => setFiltering(false)}
				/>
			)}
		</div>
	);
}

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { AuditEntry } from "#contract/workspaces/audit.ts";
import type { Client } from "#contract/workspaces/workspaces.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { FileLinks } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { whoCan } from "#src/lib/workspace/members/role-text.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { TimeText } from "#src/ui/time-text.tsx";
import { type Here, WorkspacePart } from "../room/workspace-part.tsx";
import { readFilter, writeFilter } from "./audit-address.ts";
import { auditFileUrl, auditQuery } from "./audit-api.ts";
import { AuditFilterForm } from "./audit-filter-form.tsx";
import { auditSentence } from "./audit-sentence.ts";
import { type AuditStep, stepsOf } from "./audit-steps.ts";

type EntryProps = { entry: AuditEntry; clients: readonly Client[] };

function Entry({ entry, clients }: EntryProps) {
	// The sentence itself names the client that it is about.
	const client =
		entry.subject.type === "client" ? undefined : clients.find(({ id, own }) => id === entry.clientId && !own);
	return (
		<>
			<p className="wrap-anywhere text-15">{auditSentence(entry, clients)}</p>
			<p className="wrap-anywhere text-13 text-quiet">
				<TimeText at={entry.at} />
				{client && ` · ${client.name}`}
			</p>
		</>
	);
}

/** One step. What else was written with it is folded away. */
function Step({ step: { first, others }, clients }: { step: AuditStep; clients: readonly Client[] }) {
	return (
		<li className="border-line border-b py-2.5">
			<Entry entry={first} clients={clients} />
			{others.length > 0 && (
				<details>
					<summary className="min-h-11 cursor-pointer py-2.5 text-15">
						{counted(others.length, "more entry", "more entries")} of the same step
					</summary>
					<ol className="border-line border-s ps-4">
						{others.map((entry) => (
							<li key={entry.id} className="py-1.5">
								<Entry entry={entry} clients={clients} />
							</li>
						))}
					</ol>
				</details>
			)}
		</li>
	);
}

function Log({ scope, workspace }: Here) {
	const { address: filter, go } = useAddress(readFilter, writeFilter);
	const reading = useInfiniteQuery(auditQuery(scope, filter));
	const [exporting, setExporting] = useState(false);
	const online = useOnline();
	const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = reading;
	const isFiltered = Object.keys(filter).length > 0;
	return (
		<div className="grid max-w-2xl gap-4">
			<div className="flex flex-wrap items-start justify-between gap-4">
				<p className="max-w-[48ch] text-15 text-quiet">Who did what in {workspace.name}. No one can change it.</p>
				<Button variant="secondary" dense aria-haspopup="dialog" onClick={() => setExporting(true)}>
					Export
				</Button>
			</div>
			<AuditFilterForm scope={scope} filter={filter} onFilter={(next) => go(() => next)} />
			<div>
				<AccountData what="the audit log" reading={reading}>
					{({ pages }) => {
						const entries = pages.flatMap((page) => page.entries);
						if (entries.length === 0)
							return (
								<p className="py-4 text-15">
									{isFiltered ? "No entry passes the filter." : "Nothing is recorded yet."}
								</p>
							);
						return (
							<ol aria-label="Audit log" className="border-line border-t">
								{stepsOf(entries).map((step) => (
									<Step key={(step.others[0] ?? step.first).id} step={step} clients={workspace.clients} />
								))}
							</ol>
						);
					}}
				</AccountData>
			</div>
			{isFetchNextPageError && (
				<p role="alert" className="text-15">
					Older entries could not be loaded.
				</p>
			)}
			{hasNextPage && (
				<div>
					<Button variant="secondary" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
						{isFetchingNextPage ? "Loading…" : isFetchNextPageError ? "Try again" : "Show older"}
					</Button>
				</div>
			)}
			{exporting && (
				<Modal title="Export the audit log" onClose={() => setExporting(false)}>
					<p className="text-15">
						{isFiltered ? "All entries that pass the filter." : "All entries of the workspace."} The log records who
						exported it.
					</p>
					{online ? (
						<FileLinks
							files={[
								{ label: "CSV, for spreadsheets", href: auditFileUrl(scope, filter, "csv"), download: "" },
								{ label: "JSON Lines, for programs", href: auditFileUrl(scope, filter, "jsonl"), download: "" },
							]}
						/>
					) : (
						<p className="mt-4 text-15">The file comes from the server, and there is no connection right now.</p>
					)}
				</Modal>
			)}
		</div>
	);
}

/** Who did what in the workspace. */
export default function AuditRoom() {
	return (
		<WorkspacePart>
			{(here) =>
				here.may("audit") ? (
					<Log {...here} />
				) : (
					<p className="text-17">
						{whoCan("audit")} can read the audit log of {here.workspace.name}.
					</p>
				)
			}
		</WorkspacePart>
	);
}

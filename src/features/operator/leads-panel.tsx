import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { LEAD_KINDS, type ListedLead } from "#contract/operator/operator.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { ExportDialog } from "#src/lib/data/files/export-dialog.tsx";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TimeText } from "#src/ui/time-text.tsx";
import { type LeadKind, leadsQuery, leadsUrl } from "./operator-api.ts";
import { OPERATOR_DATA } from "./operator-data.tsx";
import { LEAD_LABELS } from "./operator-labels.ts";
import { ShowOlder } from "./show-older.tsx";

function Lead({ lead }: { lead: ListedLead }) {
	const { kind, acceptedAt, confirmedAt, email, name, company, role, inquiryType, companySize, timeline, message } =
		lead;
	const isMessage = kind === "contact" || kind === "demo";
	const facts = [
		name,
		company,
		role,
		inquiryType && `about ${inquiryType}`,
		companySize && `${companySize} people`,
		timeline && `timeline: ${timeline}`,
		lead.startsAt && `wants ${timeText(lead.startsAt)}${lead.timeZone ? `, in ${lead.timeZone}` : ""}`,
	].filter(Boolean);
	return (
		<li className="border-line border-b py-3 text-15">
			<p className="flex flex-wrap items-baseline justify-between gap-x-6">
				<a href={`mailto:${email}`} className="wrap-anywhere inline-flex min-h-9 items-center font-semibold">
					{email}
				</a>
				<span className="text-13 text-quiet">
					{LEAD_LABELS[kind]}, <TimeText at={acceptedAt} />
				</span>
			</p>
			{facts.length > 0 && <p className="wrap-anywhere">{facts.join(" · ")}</p>}
			{!isMessage && (
				<p className="text-13 text-quiet">
					{confirmedAt ? (
						<>
							Confirmed <TimeText at={confirmedAt} />
						</>
					) : (
						"Not confirmed. Send nothing to this address yet."
					)}
				</p>
			)}
			{message && (
				<details className="mt-1">
					<summary className="min-h-9 cursor-pointer content-center text-accent">Message</summary>
					<p className="wrap-anywhere max-w-[72ch] whitespace-pre-line border-line border-s-4 ps-4">{message}</p>
				</details>
			)}
		</li>
	);
}

type Props = { kind: LeadKind | ""; onKind(kind: LeadKind | ""): void };

/** What visitors submitted in the site's forms. */
export function LeadsPanel({ kind, onKind }: Props) {
	const reading = useInfiniteQuery(leadsQuery(kind));
	const [exporting, setExporting] = useState(false);
	return (
		<div className="mt-6">
			<div className="mb-4 flex flex-wrap items-end justify-between gap-4">
				<div className="min-w-44 grow md:max-w-64">
					<ChoiceField
						id="lead-kind"
						label="Kind"
						none="All kinds"
						options={LEAD_KINDS.map((value) => ({ value, label: LEAD_LABELS[value] }))}
						value={kind}
						onChange={({ target }) => onKind(target.value as LeadKind | "")}
					/>
				</div>
				<Button variant="secondary" aria-haspopup="dialog" onClick={() => setExporting(true)}>
					Export
				</Button>
			</div>
			<AccountData {...OPERATOR_DATA} what="the leads" reading={reading}>
				{({ pages }) => {
					const leads = pages.flatMap((page) => page.leads);
					const total = pages.at(-1)?.total ?? 0;
					if (leads.length === 0)
						return (
							<p className="text-15">
								{kind === "" ? "No leads yet." : `No one has used the ${LEAD_LABELS[kind].toLowerCase()} form yet.`}
							</p>
						);
					return (
						<>
							<p role="status" className="mb-2 text-13 text-quiet tabular-nums">
								{counted(total, "lead")}, newest first
							</p>
							<ul aria-label="Leads" className="border-line border-t">
								{leads.map((lead) => (
									<Lead key={lead.id} lead={lead} />
								))}
							</ul>
						</>
					);
				}}
			</AccountData>
			<ShowOlder reading={reading} />
			{exporting && (
				<ExportDialog
					title="Export leads"
					what={`${kind === "" ? "All leads" : `All leads from the ${LEAD_LABELS[kind].toLowerCase()} form`}, with their personal data. The audit trail records who exported them.`}
					from={{ at: "server", href: (format) => leadsUrl(kind, format) }}
					onClose={() => setExporting(false)}
				/>
			)}
		</div>
	);
}

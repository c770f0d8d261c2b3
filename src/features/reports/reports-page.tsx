import { useMemo, useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { ReportSummary, ReportTemplate } from "#contract/reports/reports.ts";
import { site } from "#src/config/site.ts";
import { TEMPLATES } from "#src/content/report-templates.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { ListStates } from "#src/lib/data/lists/list-states.tsx";
import { countOf } from "#src/lib/data/lists/list-view.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { SearchField } from "#src/ui/fields/search-field.tsx";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { GenerateForm } from "./generate/generate-form.tsx";
import { TemplateCards } from "./generate/template-cards.tsx";
import { ReportTable } from "./list/report-table.tsx";
import { filterOf, readAddress, TABS, writeAddress } from "./list/reports-address.ts";
import { useReportList } from "./list/use-report-list.ts";
import { WaitingReports } from "./list/waiting-reports.tsx";
import { ReportActions } from "./report-actions.tsx";
import { SignInOffer } from "./sign-in-offer.tsx";
import { useReportActions } from "./use-report-actions.ts";

type GenerateProps = { template: ReportTemplate; onClose(): void };

/** Asks for a report. Signed out, it offers to sign in. */
function GenerateDialog({ template, onClose }: GenerateProps) {
	const [busy, setBusy] = useState(false);
	const known = useAccount().status === "known";
	return (
		<Modal title="Generate report" subtitle={TEMPLATES[template].name} busy={busy} onClose={onClose}>
			{known ? (
				<GenerateForm template={template} busy={busy} onBusy={setBusy} onClose={onClose} />
			) : (
				<SignInOffer>Reports are made from an account’s scans, and no one is signed in here.</SignInOffer>
			)}
		</Modal>
	);
}

export const meta = {
	title: `Reports | ${site.name}`,
	description: "Make reports from your scans, read them and share them.",
	indexable: false,
} as const;

const LABELS = { all: "All", executive: "Executive", technical: "Technical", compliance: "Compliance" } as const;

/** Where the screen says why samples can only be looked at. */
const SAMPLE_REASON_ID = "reports-are-samples";

/** The same buttons as for the reader's own reports. They do nothing and explain why. */
function SampleActions({ report }: { report: ReportSummary }) {
	return ["View", "Download", "Share", "Delete"].map((word) => (
		<TextButton
			key={word}
			aria-disabled="true"
			aria-label={`${word} ${report.name}`}
			aria-describedby={SAMPLE_REASON_ID}
		>
			{word}
		</TextButton>
	));
}

export default function ReportsPage() {
	const { address, go } = useAddress(readAddress, writeAddress);
	const { can } = useScope();
	const { tab, q } = address;
	const [template, setTemplate] = useState<ReportTemplate | null>(null);
	const filter = useMemo(() => filterOf({ tab, q }), [tab, q]);
	const list = useReportList(filter);
	const actions = useReportActions();
	const sample = list.view.status === "samples";
	const searched = filter.q !== undefined;
	const count = countOf(list.view);
	return (
		<div className="frame pt-8 pb-16">
			<div className="mb-6 flex items-baseline justify-between gap-4">
				<h1 className="font-semibold text-26 tracking-[-0.01em]">Reports</h1>
				{sample && <p className="text-13 text-quiet in-data-account:hidden">Sample</p>}
			</div>
			<section aria-label="Make a report" className="print:hidden">
				{can("work") ? (
					<TemplateCards onGenerate={setTemplate} />
				) : (
					<RoleNote permission="work" what="create reports" />
				)}
			</section>
			<WaitingReports />
			<search className="mt-8 mb-2 block max-w-lg print:hidden">
				<SearchField
					id="report-search"
					label="Search reports"
					placeholder="Name, type or creator"
					value={q}
					onSearch={(text) => go((now) => ({ ...now, q: text }))}
				/>
			</search>
			<Tabs
				label="Reports by category"
				selected={tab}
				onSelect={(name) => go((now) => ({ ...now, tab: name }))}
				tabs={TABS.map((name) => ({ name, label: LABELS[name], count: null }))}
			>
				<p role="status" className="mt-3 text-13 text-quiet">
					{count !== null && counted(count, "report")}
				</p>
				{sample && (
					<div id={SAMPLE_REASON_ID} className="mt-2 in-data-account:hidden">
						<SignInOffer>
							These are samples, for viewing only. Your own reports appear here when you are signed in.
						</SignInOffer>
					</div>
				)}
				<ListStates
					noun={{ one: "report", many: "reports" }}
					list={list}
					filtered={searched ? 1 : 0}
					empty={
						tab === "all"
							? `No report yet.${can("work") ? " Choose a template above to make one from your scans." : ""}`
							: `No ${LABELS[tab].toLowerCase()} report yet.`
					}
					onClear={() => go((now) => ({ ...now, q: "" }))}
				>
					{(reports) => (
						<>
							<ReportTable
								reports={reports}
								sample={sample}
								actions={(report) =>
									sample ? <SampleActions report={report} /> : <ReportActions report={report} actions={actions} />
								}
							/>
							{list.more && (
								<div className="mt-4">
									<Button variant="secondary" onClick={list.more}>
										Show more
									</Button>
								</div>
							)}
						</>
					)}
				</ListStates>
			</Tabs>
			{template && <GenerateDialog template={template} onClose={() => setTemplate(null)} />}
		</div>
	);
}

import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { dayText } from "#contract/format/time.ts";
import type { FrameworkDetail, StatementApproval } from "#contract/frameworks/frameworks.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useWords } from "#src/lib/words/use-words.ts";
import { wordsAhead } from "#src/lib/words/words.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { ofClient } from "../requirements/decision-words.ts";
import { ApproveDialog } from "./approve-dialog.tsx";
import { StatementFiles } from "./statement-files.tsx";

type Props = {
	framework: FrameworkDetail;
	/** In milliseconds. */
	readAt: number;
};

/** The most requirements that are named. */
const NAMED = 20;

/** The statement of applicability: its files, its approved versions, and what has changed since. */
export function StatementSection({ framework, readAt }: Props) {
	const { can, client, workspace } = useScope();
	const words = useWords();
	const online = useOnline();
	const [approving, setApproving] = useState(false);
	const { id, always, decisions, statement } = framework;
	const [newest, ...earlier] = statement.approvals;
	const version = (newest?.version ?? 0) + 1;
	const changed = statement.changed ?? [];
	const whose = client ?? workspace?.clients.find((one) => one.own) ?? null;
	// What a person approves has to be what the server has.
	const isAhead = wordsAhead(ofClient(words, whose?.id ?? null), "decision", readAt).some(
		({ body }) => body.framework === id,
	);
	const isApproved = newest !== undefined && changed.length === 0;
	return (
		<Section id="statement" heading="Statement of applicability">
			<p className="max-w-[62ch] text-15">
				What applies and why, what does not and why, and the controls that put it into practice.
				{always && ` ${always.name} always apply: they are on a sheet of their own in the XLSX file.`}
			</p>
			<StatementFiles framework={id} />
			<div className="mt-5 max-w-[62ch]">
				{newest === undefined ? (
					<p className="text-15">Not approved yet. Its files are marked as a draft.</p>
				) : (
					<>
						<Approval approval={newest} />
						{changed.length > 0 && (
							<p className="wrap-anywhere mt-1 text-15">
								Changed since then: {changed.slice(0, NAMED).join(", ")}
								{changed.length > NAMED && ` and ${(changed.length - NAMED).toLocaleString("en")} more`}. Its files are
								marked as a draft.
							</p>
						)}
					</>
				)}
				{isAhead && <p className="mt-1 text-15 text-quiet">Your last decisions are still on their way to it.</p>}
				{can("manage") && !isApproved && (
					<div className="mt-2 print:hidden">
						{decisions.undecided > 0 ? (
							<p className="text-15 text-quiet">
								You can approve it once everything is decided: {counted(decisions.undecided, "open decision")}.
							</p>
						) : (
							<Button
								variant="secondary"
								dense
								aria-haspopup="dialog"
								disabled={!online || isAhead}
								onClick={() => setApproving(true)}
							>
								Approve version {version}…
							</Button>
						)}
					</div>
				)}
				{earlier.length > 0 && (
					<details className="mt-3">
						<summary className="min-h-11 cursor-pointer py-2.5 text-15">
							{counted(earlier.length, "earlier version")}
						</summary>
						<ul className="grid gap-2">
							{earlier.map((approval) => (
								<li key={approval.version}>
									<Approval approval={approval} />
								</li>
							))}
						</ul>
					</details>
				)}
			</div>
			{approving && <ApproveDialog framework={framework} version={version} onClose={() => setApproving(false)} />}
		</Section>
	);
}

function Approval({ approval: { version, by, approvedAt, note } }: { approval: StatementApproval }) {
	return (
		<p className="wrap-anywhere text-15">
			<strong>Version {version}</strong>, approved by <bdi>{by.name || "a deleted account"}</bdi> on{" "}
			{dayText(approvedAt)}
			{note !== "" && (
				<>
					: <bdi>{note}</bdi>
				</>
			)}
		</p>
	);
}

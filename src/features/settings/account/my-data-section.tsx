import { Link } from "react-router-dom";
import { API_BASE, API_PATHS } from "#contract/routes.ts";
import { downloadFile } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { groupPath } from "../groups.ts";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";

/** The account's data as one file. */
export function MyDataSection({ withSession }: { withSession: WithSession }) {
	const { state, saved, submitting, save } = useSave(withSession);
	const online = useOnline();
	const download = () => save(() => downloadFile(API_BASE + API_PATHS.exportMyData));
	return (
		<Section id="my-data" heading="My data">
			<p className="text-15">
				Everything your account has in one JSON file: your profile and what you agreed to, sessions, targets, assets,
				schedules, scans with what was sent and found, findings with your verdicts, and reports.
			</p>
			{!online && <p className="text-15">The file comes from the server, so you need a connection.</p>}
			<SubmissionFailure title="The file was not downloaded" state={state} />
			<div className="flex flex-wrap items-center gap-x-6 gap-y-3">
				<Button variant="secondary" disabled={submitting || !online} onClick={download}>
					{submitting ? "Getting your data…" : "Download my data"}
				</Button>
				<Link to={groupPath("delete")} className="inline-flex min-h-11 items-center text-15">
					Delete the account
				</Link>
			</div>
			<SavedLine>{saved && "The file was downloaded."}</SavedLine>
		</Section>
	);
}

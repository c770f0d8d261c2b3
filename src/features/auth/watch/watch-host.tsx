import { type SubmitEvent, useState } from "react";
import { Link } from "react-router-dom";
import { type HostWatched, hostWatched } from "#contract/accounts/accounts.ts";
import { API_PATHS } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { browserZone } from "./browser-zone.ts";
import type { Watch } from "./use-watch.ts";

type Props = {
	watch: Extract<Watch, { step: "known" }>;
	/** The signed-in account's address. */
	email: string;
};

const SCHEDULE_TEXTS: Record<HostWatched["schedule"], string> = {
	made: "It is scanned every week from now on.",
	exists: "It already has a schedule.",
	later: "The weekly scan starts once you confirm your email address.",
	full: "Your account has as many schedules as it can have, so no weekly scan was added.",
	none: "",
};

function Done({ host, answer: { scanId, schedule } }: { host: string; answer: HostWatched }) {
	const scan =
		scanId !== null
			? "Its scan is in your account."
			: schedule === "later"
				? "Its scan moves to your account then, if the report was sent to this address."
				: "Its scan stays where it is: the report was sent to another email address.";
	return (
		<div role="status" className="grid justify-items-start gap-4 text-17">
			<p className="wrap-anywhere">
				<b className="font-semibold">{host}</b>: {SCHEDULE_TEXTS[schedule]} {scan}
			</p>
			{scanId !== null && <Link to={`/dashboard/scans/${scanId}`}>Open the scan</Link>}
			{schedule !== "none" && schedule !== "later" && (
				<Link to="/dashboard/scans?tab=scheduled">See your schedules</Link>
			)}
			<Link to="/dashboard">Go to the dashboard</Link>
		</div>
	);
}

/** For a signed-in account: adds the report's scan to the account and watches its host. */
export function WatchHost({ watch: { report, host }, email }: Props) {
	const { state, form, submit } = useSubmission();
	const [answer, setAnswer] = useState<HostWatched | null>(null);
	const submitting = state.status === "submitting";

	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const weekly = new FormData(event.currentTarget).has("weekly");
		const body = { report, ...(weekly && { timeZone: browserZone() }) };
		let answered: HostWatched | null = null;
		const ask = async () => {
			answered = await callApi(API_PATHS.watch, { method: "POST", body, answer: hostWatched });
		};
		if (await submit(ask)) setAnswer(answered);
	};

	if (answer) return <Done host={host} answer={answer} />;
	return (
		<form ref={form} method="dialog" aria-label="Watch this host" onSubmit={onSubmit} className="grid gap-5">
			<p className="wrap-anywhere text-17">
				Add <b className="font-semibold">{host}</b> and the scan from the report to your account{" "}
				<b className="font-semibold">{email}</b>.
			</p>
			<CheckField id="watch-weekly" name="weekly" defaultChecked>
				Scan it every week
			</CheckField>
			<SubmissionFailure title="Nothing was changed" state={state} />
			<Button type="submit" variant="primary" wide disabled={submitting}>
				{submitting ? "Adding" : "Watch this host"}
			</Button>
		</form>
	);
}

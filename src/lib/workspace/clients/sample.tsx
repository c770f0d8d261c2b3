import { useNavigate } from "react-router-dom";
import { API_PATHS } from "#contract/routes.ts";
import { client } from "#contract/workspaces/workspaces.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { callApi } from "#src/lib/data/api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { writeChoice } from "../choice.ts";
import { inClient } from "../routing/address.ts";
import { useScope } from "../use-scope.ts";
import { refreshWorkspaces } from "../workspace-queries.ts";

const COMPLIANCE = "/dashboard/compliance";

/** Adds the client with sample data, and shows it. Only owners see it. */
export function SampleOffer() {
	const { scope, workspace, can } = useScope();
	const navigate = useNavigate();
	const { state, submit } = useSubmission();
	if (!can("own")) return null;
	const known = workspace?.clients.find(({ sample }) => sample);
	const show = () =>
		submit(async () => {
			const whole = { ...scope, client: null };
			const sample = known ?? (await callApi(API_PATHS.sample, { method: "POST", answer: client, scope: whole }));
			if (!known) await refreshWorkspaces();
			navigate(inClient(COMPLIANCE, sample.code));
		});
	return (
		<div className="grid justify-items-start gap-3">
			<Button variant="secondary" disabled={state.status === "submitting"} onClick={() => void show()}>
				{state.status === "submitting" ? "Preparing the sample" : "Look at a sample"}
			</Button>
			<SubmissionFailure title="The sample was not added" state={state} />
		</div>
	);
}

/** Says that the client is sample data, and offers to remove it in one tap. */
export function SampleNote() {
	const { scope, client, can } = useScope();
	const account = useAccount();
	const navigate = useNavigate();
	const { state, submit } = useSubmission();
	if (client?.sample !== true) return null;
	const remove = () =>
		submit(async () => {
			await callApi(API_PATHS.sample, { method: "DELETE", scope: { ...scope, client: null } });
			if (account.status === "known") {
				writeChoice(account.account.accountId, { workspace: scope.workspace, code: null });
			}
			navigate(COMPLIANCE);
			await refreshWorkspaces();
		});
	return (
		<div className="frame pt-4 print:hidden">
			<div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-brass border-s-4 ps-3 text-15">
				<p className="max-w-[62ch]">This is sample data: a made-up clinic with hosts that nobody owns.</p>
				{can("own") && (
					<TextButton disabled={state.status === "submitting"} onClick={() => void remove()}>
						{state.status === "submitting" ? "Removing the sample" : "Remove the sample"}
					</TextButton>
				)}
			</div>
			<SubmissionFailure title="The sample was not removed" state={state} />
		</div>
	);
}

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AssessmentDetail } from "#contract/assessments/assessments.ts";
import type { Respondent } from "#contract/assessments/respondents.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { ConfirmDialog } from "#src/ui/dialogs/confirm-dialog.tsx";
import { Modal } from "#src/ui/dialogs/modal.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { LinkShown } from "./link-shown.tsx";
import { resendRespondent, respondentsQuery, revokeRespondent } from "./links-api.ts";
import { isOpen, partText, respondentText } from "./respondent-labels.ts";

type Props = { assessment: Pick<AssessmentDetail, "id" | "template">; respondent: Respondent };

/** A person asked through a link, and how far they got. */
export function RespondentRow({ assessment, respondent }: Props) {
	const queries = useQueryClient();
	const { scope, can } = useScope();
	const online = useOnline();
	const { state, submit } = useSubmission();
	const [asking, setAsking] = useState(false);
	const [url, setUrl] = useState<string | null>(null);
	const { id, name, email, parts } = respondent;
	const titleOf = (section: string) => assessment.template.sections.find((one) => one.id === section)?.title ?? section;
	const then = () => queries.invalidateQueries({ queryKey: respondentsQuery(assessment.id, scope).queryKey });
	const resend = () =>
		submit(async () => {
			const made = await resendRespondent(assessment.id, id, scope);
			setUrl(made.url);
			await then();
		});
	const revoke = () =>
		submit(async () => {
			await revokeRespondent(assessment.id, id, scope);
			await then();
		});
	const disabled = !online || state.status === "submitting";
	return (
		<li className="border-line border-t py-2" data-respondent={respondent.state}>
			<p className="wrap-anywhere text-15">
				<bdi className="font-medium">{name}</bdi> <bdi className="text-quiet">{email}</bdi>
			</p>
			<p className="wrap-anywhere text-13 text-quiet tabular-nums">{respondentText(respondent)}</p>
			{parts.map(({ section, sentAt }) => (
				<p key={section} className="wrap-anywhere text-13 text-quiet tabular-nums">
					{partText(titleOf(section), sentAt)}
				</p>
			))}
			<SubmissionFailure title="Nothing was changed" state={state} />
			{can("arrange") && isOpen(respondent) && (
				<div className="flex flex-wrap gap-x-5 print:hidden">
					<TextButton disabled={disabled} aria-label={`Send again: ${name}`} onClick={() => void resend()}>
						Send again
					</TextButton>
					<TextButton disabled={disabled} aria-label={`Revoke: ${name}`} onClick={() => setAsking(true)}>
						Revoke
					</TextButton>
				</div>
			)}
			{url !== null && (
				<Modal title="Sent again" subtitle={name} onClose={() => setUrl(null)}>
					<LinkShown email={email} url={url} onClose={() => setUrl(null)} />
				</Modal>
			)}
			{asking && (
				<ConfirmDialog
					title="Revoke the link?"
					subtitle={name}
					labels={{ yes: "Revoke it", no: "Keep it" }}
					onYes={() => void revoke()}
					onClose={() => setAsking(false)}
				>
					It stops working at once, also on a device where it is open. What was sent stays.
				</ConfirmDialog>
			)}
		</li>
	);
}

import { useState } from "react";
import { useNavigate } from "react-router-dom";
import { API_PATHS } from "#contract/routes.ts";
import { membership } from "#contract/workspaces/workspaces.ts";
import type { KnownAccount } from "#src/lib/account/account.ts";
import { callApi } from "#src/lib/data/api.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { CodeForm } from "#src/lib/session/email-confirmation/code-form.tsx";
import { useSignInAgain } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { signOut } from "#src/lib/session/sign-out.ts";
import { openWorkspace } from "#src/lib/workspace/open-workspace.ts";
import { Button } from "#src/ui/button.tsx";
import { canBe } from "./invitation-link.ts";
import { keepLink } from "./kept-link.ts";
import type { Invitation } from "./use-invitation.ts";

type Props = Pick<Extract<Invitation, { step: "read" }>, "link" | "offer"> & { account: KnownAccount };

/** Why the signed-in account cannot accept yet. */
type Obstacle = "none" | "unconfirmed" | "other-address";

const OBSTACLES: Readonly<Record<string, Obstacle>> = {
	email_unconfirmed: "unconfirmed",
	invitation_of_other_address: "other-address",
};

/** The invitation was sent to another address than that of the account that is signed in. */
function OtherAddress({ account, offer }: Pick<Props, "account" | "offer">) {
	const [leaving, setLeaving] = useState(false);
	// This page stays, and offers to sign in as soon as the account is gone: navigating after that would undo the click.
	const leave = () => {
		setLeaving(true);
		void signOut();
	};
	return (
		<>
			<p className="wrap-anywhere">
				You are signed in as <b className="font-semibold">{account.email}</b>, and the invitation was sent to{" "}
				<b className="font-semibold">{offer.email}</b>. Only an account with that address can accept it.
			</p>
			<p>Requests in this device’s outbox stay there while you are signed out.</p>
			<Button variant="primary" disabled={leaving} onClick={leave}>
				{leaving ? "Signing out" : "Sign out and use the other account"}
			</Button>
		</>
	);
}

/** For an account that is signed in. Accepting twice has the same effect as once. */
export function Accept({ link, offer, account }: Props) {
	const { state, submit } = useSubmission();
	const { withSession, dialog } = useSignInAgain();
	const navigate = useNavigate();
	const [obstacle, setObstacle] = useState<Obstacle>(canBe(account.email, offer.email) ? "none" : "other-address");
	const submitting = state.status === "submitting";

	const accept = () =>
		submit(async () => {
			const body = { token: link.token };
			try {
				const { id } = await withSession(() =>
					callApi(API_PATHS.acceptInvitation, { method: "POST", body, answer: membership }),
				);
				keepLink(null);
				openWorkspace(account.accountId, id);
				navigate("/dashboard");
			} catch (error) {
				if (error instanceof ApiFailure) setObstacle(OBSTACLES[error.code ?? ""] ?? "none");
				throw error;
			}
		});

	if (obstacle === "other-address") return <OtherAddress account={account} offer={offer} />;
	return (
		<>
			{obstacle === "unconfirmed" ? (
				<div className="grid w-full max-w-md gap-4">
					<p className="wrap-anywhere">
						First confirm <b className="font-semibold">{account.email}</b>: we sent it a code when you created your
						account.
					</p>
					<CodeForm
						id="invitation-code"
						email={account.email}
						label="Confirm and accept"
						withSession={withSession}
						onConfirmed={() => void accept()}
					/>
				</div>
			) : (
				<>
					<p className="wrap-anywhere text-15">
						You are signed in as <b className="font-semibold">{account.email}</b>.
					</p>
					<SubmissionFailure title="Not accepted" state={state} />
					<Button variant="primary" disabled={submitting} onClick={() => void accept()}>
						{submitting
							? "One moment…"
							: offer.state === "accepted"
								? `Open ${offer.workspace.name}`
								: "Accept the invitation"}
					</Button>
				</>
			)}
			{dialog}
		</>
	);
}

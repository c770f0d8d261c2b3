import { type SubmitEvent, useRef, useState } from "react";
import { type Proof, type ProofGiven, proof } from "#contract/accounts/proof.ts";
import { API_PATHS } from "#contract/routes.ts";
import { signOnStarted } from "#contract/sign-on/sign-on.ts";
import { readAccount } from "#src/lib/account/account.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { callOnce } from "#src/lib/data/call.ts";
import { formTexts } from "#src/lib/forms/form-values.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { Button } from "#src/ui/button.tsx";
import { CodeField } from "#src/ui/fields/code-field.tsx";
import { PasswordField } from "#src/ui/fields/password-field.tsx";
import { askOver, SessionSheet } from "../session-sheet.tsx";

const ownEmail = () => {
	const state = readAccount();
	return state.status === "known" ? state.account.email : "";
};

const give = (body: ProofGiven) => callOnce(API_PATHS.proof, { method: "POST", body });

async function toCompany(): Promise<void> {
	const { url } = await callOnce(API_PATHS.signOnStart, {
		method: "POST",
		body: { email: ownEmail(), next: location.pathname + location.search },
		answer: signOnStarted,
	});
	location.assign(url);
}

/** Goes to the company's sign-in page and back: a new session counts as proof. */
function Company() {
	const { state, submit } = useSubmission();
	const busy = state.status === "submitting";
	return (
		<div className="mb-5 grid gap-5">
			<p className="text-15">
				You signed in with your company. Sign in there again, then repeat what you wanted to do here. What you typed on
				this page is not kept.
			</p>
			<SubmissionFailure title="Your company’s page did not open" state={state} />
			<Button variant="primary" wide disabled={busy} onClick={() => void submit(toCompany)}>
				{busy ? "Opening your company’s page" : "Continue with your company"}
			</Button>
			<p className="border-line border-t pt-5 text-15 text-quiet">
				Or confirm with a password, if your account has one:
			</p>
		</div>
	);
}

/** Having a passkey and unlocking it proves the owner by itself. */
function Passkey({ isOnlyWay, disabled, onProved }: { isOnlyWay: boolean; disabled: boolean; onProved(): void }) {
	const { state, submit } = useSubmission();
	const busy = state.status === "submitting";
	const confirm = async () => {
		const { answerWithPasskey } = await import("#src/lib/passkeys/passkey-answers.ts");
		const body = await answerWithPasskey("confirm");
		return callOnce(API_PATHS.passkeyProof, { method: "POST", body });
	};
	const onClick = async () => {
		if (await submit(confirm)) onProved();
	};
	return (
		<div className="mb-5 grid gap-5">
			<SubmissionFailure title="Not confirmed" state={state} />
			<Button variant="primary" wide disabled={busy || disabled} onClick={onClick}>
				{busy ? "Waiting for your passkey" : "Confirm with a passkey"}
			</Button>
			{!isOnlyWay && <p className="border-line border-t pt-5 text-15 text-quiet">Or confirm with your password:</p>}
		</div>
	);
}

const WHY = {
	late: "You signed in a while ago, and this can’t be undone or gives access to others. Once you confirm, we don’t ask again for 15 minutes.",
	workspace: "This workspace asks its members for two factors, and you signed in with one.",
	account: "Your account has a second factor, or your workspace asks for one, and you signed in without it.",
};

/** `known`: the password that a form already asked for. */
type Props = { why: keyof typeof WHY; ways: Proof; known: string | undefined; onAnswer(isProved: boolean): void };

function ProveAgain({ why, ways, known, onAnswer }: Props) {
	const dialog = useRef<HTMLDialogElement>(null);
	const isProved = useRef(false);
	const { state, form, submit, clear } = useSubmission();
	const submitting = state.status === "submitting";
	const errors = state.status === "failed" ? state.fields : {};
	const [password, setPassword] = useState(known);
	// The password typed in the form behind this was wrong.
	if (password !== undefined && errors.password !== undefined) setPassword(undefined);

	// A password alone does not provide the missing second factor.
	const isOnlyWay = why !== "late" && ways.passkey && !ways.code;

	const leave = () => {
		isProved.current = true;
		dialog.current?.close();
	};
	const onSubmit = async (event: SubmitEvent<HTMLFormElement>) => {
		event.preventDefault();
		const { password: typed = "", code = "" } = formTexts(event.currentTarget);
		const body = { password: password ?? typed, ...(ways.code && { code: code.trim() }) };
		if (!(await submit(() => give(body)))) return;
		leave();
	};

	return (
		<SessionSheet
			id="prove-again"
			title="Confirm that it’s you"
			dialog={dialog}
			onClose={() => onAnswer(isProved.current)}
		>
			<p className="mt-2 mb-5 text-15">{WHY[why]}</p>
			{why === "late" && ways.signedInWith === "company" && <Company />}
			{ways.passkey && <Passkey isOnlyWay={isOnlyWay} disabled={submitting} onProved={leave} />}
			<form ref={form} method="dialog" onInput={clear} onSubmit={onSubmit} className="grid gap-5">
				<input type="email" name="username" autoComplete="username" value={ownEmail()} readOnly hidden />
				{password === undefined && !isOnlyWay && (
					<PasswordField
						id="prove-password"
						name="password"
						label="Password"
						error={errors.password}
						readOnly={submitting}
						required
						autoComplete="current-password"
						enterKeyHint={ways.code ? "next" : "go"}
					/>
				)}
				{ways.code && (
					<CodeField
						id="prove-code"
						label="Code"
						hint="Six digits from your app, or a recovery code."
						error={errors.code}
						readOnly={submitting}
						required
						maxLength={64}
						enterKeyHint="go"
					/>
				)}
				<SubmissionFailure title="Not confirmed" state={state} />
				<div className="flex flex-wrap gap-3">
					{!isOnlyWay && (
						<Button
							type="submit"
							variant={ways.signedInWith === "company" || ways.passkey ? "secondary" : "primary"}
							disabled={submitting}
						>
							{submitting ? "Checking" : "Confirm"}
						</Button>
					)}
					<Button variant="plain" disabled={submitting} onClick={() => dialog.current?.close()}>
						Cancel
					</Button>
				</div>
			</form>
		</SessionSheet>
	);
}

let asked: Promise<boolean> | undefined;

/** Calls that need a proof at the same time share one sheet. */
function inOneSheet(ask: () => Promise<boolean>): Promise<boolean> {
	asked ??= ask().finally(() => {
		asked = undefined;
	});
	return asked;
}

/**
 * Lets the person prove that they are still the owner of the session, if the server requires it. False: they closed the sheet. Rejects with
 * an ApiFailure if the server cannot be asked.
 */
export const proveAgain = (known?: string): Promise<boolean> => inOneSheet(() => prove(known));

async function prove(known: string | undefined): Promise<boolean> {
	const ways = await callOnce(API_PATHS.proof, { answer: proof });
	if (ways.lately) return true;
	if (known !== undefined && !ways.code && (await isRight(known))) return true;
	const left = ways.code ? known : undefined;
	return askOver<boolean>((onAnswer) => <ProveAgain why="late" ways={ways} known={left} onAnswer={onAnswer} />);
}

/**
 * Lets the user give the second factor if the account has one. False: they closed the sheet. Rejects as `proveAgain` does. `why`: who
 * requires it.
 */
export const giveTwoFactors = (why: "workspace" | "account"): Promise<boolean> =>
	inOneSheet(async () => {
		const ways = await callOnce(API_PATHS.proof, { answer: proof });
		return askOver<boolean>((onAnswer) => <ProveAgain why={why} ways={ways} known={undefined} onAnswer={onAnswer} />);
	});

/** False if that password is wrong: then the sheet asks for it. */
async function isRight(password: string): Promise<boolean> {
	try {
		await give({ password });
		return true;
	} catch (error) {
		if (error instanceof ApiFailure && error.status === 400) return false;
		throw error;
	}
}

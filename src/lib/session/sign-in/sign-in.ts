import type { Credentials } from "#contract/accounts/accounts.ts";
import type { PasskeyAssertion } from "#contract/accounts/passkeys.ts";
import { API_PATHS } from "#contract/routes.ts";
import { readAccount, writeAccount } from "#src/lib/account/account.ts";
import { callApi } from "#src/lib/data/api.ts";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { adoptSession } from "../adopt-session.ts";
import { holdOutbox } from "../hold-outbox.ts";
import { noteSession } from "../new-session.ts";
import { withSessionLock } from "../session-lock.ts";

/** How long to wait for the account's name, in milliseconds. A later answer still counts. */
const PATIENCE_MS = 3_000;

/**
 * Signs in, and asks for a second factor if the account has one. Rejects with an ApiFailure if that fails. What follows, the longer session and loading the account, fails silently;
 * watch-session.ts tries again.
 */
export async function signIn({ email, password }: Credentials, remember: boolean): Promise<void> {
	try {
		await begin(API_PATHS.token, { email, password });
	} catch (error) {
		if (!(error instanceof ApiFailure && error.code === "second_factor_required")) throw error;
		await giveSecondFactor();
	}
	await patiently(remember);
}

/** The same with a passkey's signature instead of a password and a second factor. */
export async function signInWithPasskey(assertion: PasskeyAssertion, remember: boolean): Promise<void> {
	await begin(API_PATHS.tokenPasskey, assertion);
	await patiently(remember);
}

/** The same for a session that started on another page, such as a company's. */
export async function takeOverSession(): Promise<void> {
	await withSessionLock(async () => noteBegun());
	await patiently(false);
}

/** Starts the session if the account needs nothing more. */
const begin = (path: string, body: unknown): Promise<void> =>
	withSessionLock(async () => {
		await callApi(path, { method: "POST", body });
		noteBegun();
	});

function noteBegun(): void {
	noteSession(true);
	// A postponed sign-out is done: the server ends the browser's previous session.
	if (readAccount().status === "signed-out") writeAccount({ status: "unknown" });
}

const UNFINISHED = {
	left: "You are not signed in yet: no code was given. Sign in again when you have it.",
	ended: "It took too long, or too many codes were wrong. Sign in again.",
};

async function giveSecondFactor(): Promise<void> {
	const { askSecondFactor } = await import("./second-factor-dialog.tsx");
	const answer = await askSecondFactor((code) => begin(API_PATHS.tokenSecond, { code }));
	if (answer !== "signed-in") throw new ApiFailure(UNFINISHED[answer], { status: 401, code: "second_factor_expired" });
}

async function patiently(remember: boolean): Promise<void> {
	const rest = settle(remember).catch(() => undefined);
	await Promise.race([rest, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function settle(remember: boolean): Promise<void> {
	await holdOutbox(false);
	if (remember) {
		await callApi(API_PATHS.rememberSession, { method: "POST", asSession: true }).catch(() => undefined);
	}
	await adoptSession();
}

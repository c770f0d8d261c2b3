import { type ReactNode, useRef, useState } from "react";
import { ApiFailure } from "#src/lib/data/api-failure.ts";
import { SignInAgain } from "./sign-in-again.tsx";

/** Makes a call. If the session has ended, asks the user to sign in and makes the call again. */
export type WithSession = <T>(call: () => Promise<T>) => Promise<T>;

const isSignedOut = (error: unknown) =>
	error instanceof ApiFailure && error.status === 401 && error.code !== "other_workspace";

/**
 * For forms that need a session: if it ends while the user types, nothing is lost. Render `dialog` outside any form. If the user
 * does not sign in, the call rejects with the refusal.
 */
export function useSignInAgain(): { withSession: WithSession; dialog: ReactNode } {
	const [answer, setAnswer] = useState<((signedIn: boolean) => void) | null>(null);
	const asked = useRef<Promise<boolean> | null>(null);

	function ask(): Promise<boolean> {
		asked.current ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
			asked.current = null;
			setAnswer(null);
		});
		return asked.current;
	}

	return {
		async withSession(call) {
			try {
				return await call();
			} catch (error) {
				if (!isSignedOut(error) || !(await ask())) throw error;
				return call();
			}
		},
		dialog: answer && <SignInAgain onAnswer={answer} />,
	};
}

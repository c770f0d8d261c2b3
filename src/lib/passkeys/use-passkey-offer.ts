import { useEffect, useRef, useState } from "react";
import type { PasskeyAssertion } from "#contract/accounts/passkeys.ts";

/** Renew before the challenge expires (five minutes). */
const RENEW_MS = 4 * 60_000;

async function canOffer(): Promise<boolean> {
	if (!("PublicKeyCredential" in globalThis)) return false;
	return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** Offers passkeys below the email field while the page is open and `paused` is false. */
export function usePasskeyOffer(paused: boolean, onChosen: (assertion: PasskeyAssertion) => void): void {
	const [round, setRound] = useState(0);
	const chosen = useRef(onChosen);
	chosen.current = onChosen;
	// biome-ignore lint/correctness/useExhaustiveDependencies: each round is a new offer
	useEffect(() => {
		if (paused) return;
		const end = new AbortController();
		const { signal } = end;
		const offer = async () => {
			if (!(await canOffer()) || signal.aborted) return;
			const { offerPasskeys } = await import("./passkey-answers.ts");
			const assertion = await offerPasskeys(signal);
			if (assertion && !signal.aborted) chosen.current(assertion);
		};
		void offer().catch(() => undefined);
		const renew = () => {
			if (document.visibilityState === "visible") setRound((before) => before + 1);
			else document.addEventListener("visibilitychange", renew, { once: true, signal });
		};
		const timer = setTimeout(renew, RENEW_MS);
		return () => {
			clearTimeout(timer);
			end.abort();
		};
	}, [paused, round]);
}

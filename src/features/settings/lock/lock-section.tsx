import { useState } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useLock, useLockRequired } from "#src/lib/lock/use-lock.ts";
import { SavedLine } from "../saved-line.tsx";
import { Section } from "../section.tsx";
import { LockMaking } from "./lock-making.tsx";
import { LockWays } from "./lock-ways.tsx";
import { SealOffer } from "./seal-offer.tsx";

/** The lock of this device. */
export function LockSection() {
	const account = useAccount();
	const state = useLock();
	const required = useLockRequired();
	const [message, setMessage] = useState<string | false>(false);
	if (account.status !== "known") return null;
	return (
		<Section id="lock" heading="Lock">
			<p className="text-15 text-quiet">
				A lock encrypts the pages this device keeps for reading, and asks for a PIN or a passkey when no one has used it
				for a while. Someone who copies the storage of this device can try out a short PIN on a computer; a passkey or a
				passphrase of four words stops that.
			</p>
			{required && state.status === "off" && (
				<p className="border-ink border-s-4 ps-4 text-15">
					A workspace of yours requires a lock. Until there is one, this device keeps no pages for reading.
				</p>
			)}
			{state.status === "off" && <LockMaking account={account.account} onDone={setMessage} />}
			{state.status === "open" && <LockWays state={state} email={account.account.email} onDone={setMessage} />}
			{state.status === "open" && <SealOffer onDone={setMessage} />}
			<SavedLine>{message}</SavedLine>
		</Section>
	);
}

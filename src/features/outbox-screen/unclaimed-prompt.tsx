import { useEffect, useState } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { kindsText } from "#src/lib/outbox/kinds-text.ts";
import { watchEntries } from "#src/lib/outbox/watch-entries.ts";
import { hangingOn } from "#src/outbox/order/hanging.ts";
import type { Entry } from "#src/requests/entry.ts";
import { Button } from "#src/ui/button.tsx";

const isUnclaimed = ({ owner }: Entry) => owner === "unclaimed";

/** Asks the signed-in user what to do with requests that were saved before anyone signed in. Empty if there are none. */
export function UnclaimedPrompt() {
	const account = useAccount();
	const [count, setCount] = useState(0);
	/** What would be discarded with them. */
	const [belonging, setBelonging] = useState("");
	const [trouble, setTrouble] = useState("");
	useEffect(
		() =>
			watchEntries(browserOutbox(), (reading) => {
				const entries = reading.ok ? reading.entries : [];
				const unclaimed = entries.filter(isUnclaimed).map(({ id }) => id);
				setCount(unclaimed.length);
				setBelonging(kindsText(hangingOn(unclaimed, entries)).text);
			}),
		[],
	);
	if (count === 0 || account.status !== "known" || account.locked) return null;
	const { accountId, name, email } = account.account;
	const answer = (work: Promise<unknown>) =>
		work.catch((error: unknown) => setTrouble(error instanceof Error ? error.message : ""));
	return (
		<section aria-label="Saved before you signed in" className="border border-ink border-s-4 bg-raised p-4 md:p-6">
			<p className="text-17">
				{count === 1 ? "One scan was" : `${count} scans were`} saved before you signed in: send{" "}
				{count === 1 ? "it" : "them"} as {name.trim() || email}, or discard?
				{belonging && ` A discard takes along what you saved for ${count === 1 ? "it" : "them"} since: ${belonging}.`}
			</p>
			{trouble && (
				<p role="alert" className="mt-2 text-15 text-high">
					{trouble}
				</p>
			)}
			<div className="mt-4 flex flex-wrap gap-3">
				<Button variant="primary" onClick={() => void answer(browserOutbox().adoptUnclaimed(accountId))}>
					Send as me
				</Button>
				<Button variant="secondary" onClick={() => void answer(browserOutbox().discardUnclaimed())}>
					Discard
				</Button>
			</div>
		</section>
	);
}

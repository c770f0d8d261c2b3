import { useDiscardQuestion } from "#src/lib/outbox/use-discard-question.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import type { Entry } from "#src/requests/entry.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { sayNotTakenBack, takeBack } from "./take-back.ts";

type Props = {
	entry: Entry;
	/** What was said, as in `Waiting to be sent: Done`. */
	said: string;
	/** The thing's name, for screen reader users who hear only the button. */
	about: string;
};

function stateText(entry: Entry, said: string): string {
	switch (entry.status) {
		case "sending":
			return `Sending: ${said}.`;
		case "queued":
			return `Waiting to be sent: ${said}.`;
		case "held":
			return entry.reason === "sign-in"
				? `Waiting to be sent: ${said}. It goes out when you sign in.`
				: `Waiting to be sent: ${said}. It needs you in the outbox.`;
		case "rejected":
			return `Refused: ${said}. ${entry.error.message || "The server refused it."}`;
		case "accepted":
			return "";
	}
}

/** A word that has not been sent yet or was refused, with a way to take it back. Asks first if more goes with it. */
export function WordNote({ entry, said, about }: Props) {
	const { id, status } = entry;
	const action = status === "rejected" ? "Discard" : "Take back";
	const { ask, dialog } = useDiscardQuestion(action);
	if (status === "accepted") return null;
	const done = status === "rejected" ? "Discarded" : "Taken back";
	const act = () =>
		ask([id], about, (belonging) => void takeBack(id, done, about, belonging).catch(() => undefined))
			.catch(sayNotTakenBack)
			.catch(() => undefined);
	return (
		<div className="border-accent border-s-4 ps-3 text-15" data-waiting={status}>
			<p role="status" className="wrap-anywhere">
				{stateText(entry, said)}
			</p>
			{status !== "sending" && (
				<div className="flex flex-wrap gap-x-5 print:hidden">
					<TextButton aria-label={`${action}: ${about}`} onClick={() => void act()}>
						{action}
					</TextButton>
					<Link to="/dashboard/outbox" className="inline-flex min-h-11 items-center">
						Outbox
					</Link>
				</div>
			)}
			{dialog}
		</div>
	);
}

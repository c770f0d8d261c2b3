import { browserOutbox } from "#src/lib/outbox/browser-outbox.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { StorageError } from "#src/outbox/storage/storage-error.ts";
import type { Entry } from "#src/requests/entry.ts";
import { TextButton } from "#src/ui/text-button.tsx";
import { notify } from "#src/ui/toast/notify.ts";

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

async function takeBack({ id }: Entry): Promise<void> {
	try {
		const outcome = await browserOutbox().discard(id);
		if (outcome === "under-way") await notify({ title: "Too late to take back", text: "It is being sent right now." });
	} catch (error) {
		if (!(error instanceof StorageError)) throw error;
		await notify({ title: "Not taken back", text: error.message });
	}
}

/** A word that has not been sent yet or was refused, with a way to take it back. */
export function WordNote({ entry, said, about }: Props) {
	const { status } = entry;
	if (status === "accepted") return null;
	const action = status === "rejected" ? "Discard" : "Take back";
	return (
		<div className="border-accent border-s-4 ps-3 text-15" data-waiting={status}>
			<p role="status" className="wrap-anywhere">
				{stateText(entry, said)}
			</p>
			{status !== "sending" && (
				<div className="flex flex-wrap gap-x-5 print:hidden">
					<TextButton aria-label={`${action}: ${about}`} onClick={() => void takeBack(entry).catch(() => undefined)}>
						{action}
					</TextButton>
					<Link to="/dashboard/outbox" className="inline-flex min-h-11 items-center">
						Outbox
					</Link>
				</div>
			)}
		</div>
	);
}

import { type WaitingVerdict, waitingText } from "./waiting-verdicts.ts";

type Props = { waiting: WaitingVerdict; about: string; onTakeBack(): void };

/** A verdict that has not been sent yet, with a way to take it back. */
export function WaitingNote({ waiting, about, onTakeBack }: Props) {
	const { status } = waiting.entry;
	return (
		<div className="border-accent border-s-4 ps-3 text-15" data-waiting={status}>
			<p className="wrap-anywhere">{waitingText(waiting)}</p>
			{status !== "sending" && (
				<button
					type="button"
					onClick={onTakeBack}
					aria-label={`${status === "rejected" ? "Discard" : "Take back"}: ${about}`}
					className="min-h-11 cursor-pointer text-accent underline underline-offset-4"
				>
					{status === "rejected" ? "Discard" : "Take back"}
				</button>
			)}
		</div>
	);
}

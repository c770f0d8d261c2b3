import { counted } from "#contract/format/count.ts";
import { isWaiting } from "#src/outbox/entry.ts";
import type { Entry } from "#src/requests/entry.ts";

/** Explains that answers sealed on this device are not on the screen. They are safe, and show again once the server has them. */
export function SealedNote({ entries }: { entries: readonly Entry[] }) {
	const closed = entries.filter((entry) => entry.request.kind === "sealed" && isWaiting(entry)).length;
	if (closed === 0) return null;
	return (
		<p className="mb-3 border-line-strong border-s-4 ps-3 text-15">
			{counted(closed, "sealed entry", "sealed entries")} on this device cannot be read here.{" "}
			{closed === 1 ? "It is" : "They are"} safe, and shown again once sent.
		</p>
	);
}

import { counted } from "#contract/format/count.ts";
import { sizeText } from "#contract/format/size.ts";
import { timeText } from "#contract/format/time.ts";
import { failureSentence } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { ageWarning } from "./age-text.ts";
import type { TakeEnd } from "./take-client.ts";
import { useTakeClient } from "./use-take-client.ts";

/** Why not all of it is kept; null if it is. */
function troubleOf(end: TakeEnd | null): string | null {
	switch (end?.status) {
		case "full":
			return "This device has no room for more. What is kept so far stays. Free some space, or remove another client, and refresh.";
		case "failed":
			return `Not all of it could be read. ${failureSentence(end.error)} What is kept so far stays.`;
		case "stopped":
			return "Stopped. What is kept so far stays.";
		default:
			return null;
	}
}

/** Deliberately keeps a client’s work on this device, for use offline. */
export function TakeSection() {
	const { client } = useScope();
	const online = useOnline();
	const now = useNow(true);
	const { pinned, taking, take, stop, remove } = useTakeClient();
	if (client === null) return null;
	const busy = taking.status === "taking";
	const trouble = busy ? null : troubleOf(taking.end);
	const warning = pinned && now > 0 ? ageWarning(pinned.at, now) : null;
	return (
		<section
			aria-labelledby="take"
			className="mb-8 grid gap-x-6 gap-y-3 rounded-card border border-line bg-raised p-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center print:hidden"
		>
			<div className="min-w-0">
				<h2 id="take" className="font-semibold text-15">
					{pinned ? "This client is on this device" : "Take this client with me"}
				</h2>
				<p role="status" className="text-15 text-quiet tabular-nums">
					{busy
						? `Keeping ${taking.done} of ${Math.max(taking.total, taking.done)}…`
						: pinned
							? `${counted(pinned.count, "page")}, ${sizeText(pinned.size)}, as of ${timeText(pinned.at)}.${pinned.whole ? "" : " Not all of it is kept."}`
							: "Keeps its findings, hosts, open scans, reports, assessments, contacts and evidence on this device, for places without a connection. Of files it keeps small pictures."}
				</p>
				{client.contact !== "" && <p className="wrap-anywhere text-15">Contact: {client.contact}</p>}
				{warning && !busy && <p className="mt-1 font-medium text-15">{warning}</p>}
				{trouble && (
					<p role="alert" className="mt-1 font-medium text-15">
						{trouble}
					</p>
				)}
			</div>
			<div className="flex flex-wrap gap-3">
				{busy ? (
					<Button variant="secondary" onClick={stop}>
						Cancel
					</Button>
				) : (
					<Button variant="secondary" disabled={!online} onClick={() => void take()}>
						{pinned ? "Refresh" : "Take with me"}
					</Button>
				)}
				{pinned && !busy && (
					<Button variant="plain" onClick={() => void remove()}>
						Remove
					</Button>
				)}
			</div>
		</section>
	);
}

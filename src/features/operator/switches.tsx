import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import type { OperatorOverview } from "#contract/operator/operator.ts";
import { Button } from "#src/ui/button.tsx";
import { Section } from "#src/ui/page/section.tsx";
import { ActionDialog, fieldText } from "./action-dialog.tsx";
import { acceptScans, stopScans, switchServiceWorker } from "./operator-api.ts";

type Props = Pick<OperatorOverview, "stop" | "scans">;

/** Whether scans are accepted, and the switch for it. */
export function StopSwitch({ stop, scans }: Props) {
	const [asking, setAsking] = useState(false);
	const unfinished = scans.reduce((sum, { waiting, running }) => sum + waiting + running, 0);
	const close = () => setAsking(false);
	return (
		<section aria-label="Stop switch" className="mt-6">
			{stop ? (
				<div className="grid justify-items-start gap-3 border-high border-s-4 ps-4">
					<div className="min-w-0">
						<p className="font-semibold text-17">Scans are stopped.</p>
						<p className="wrap-anywhere text-15">
							Since {timeText(stop.since)}. {stop.reason}
						</p>
					</div>
					<Button variant="primary" onClick={() => setAsking(true)}>
						Accept scans again
					</Button>
				</div>
			) : (
				<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-b pb-5">
					<p className="text-15">
						<b className="font-semibold">Scans are accepted.</b>{" "}
						<span className="text-quiet">
							{unfinished === 0
								? "None are waiting or running."
								: `${counted(unfinished, "scan is", "scans are")} waiting or running.`}
						</span>
					</p>
					<Button variant="secondary" onClick={() => setAsking(true)}>
						Stop all scans
					</Button>
				</div>
			)}
			{asking && stop && (
				<ActionDialog
					title="Accept scans again?"
					labels={{ yes: "Accept scans", no: "Keep them stopped", failed: "Still stopped" }}
					onClose={close}
					run={async () => {
						await acceptScans();
						return { title: "Scans are accepted again", text: "Scans that were canceled stay canceled." };
					}}
				>
					<p>New scans are accepted at once, from everyone. Scans that were canceled stay canceled.</p>
				</ActionDialog>
			)}
			{asking && !stop && (
				<ActionDialog
					title="Stop all scans?"
					labels={{ yes: "Stop scans", no: "Keep them running", failed: "Not stopped" }}
					reason={{ hint: "Everyone whose scan is refused will see it." }}
					password
					onClose={close}
					run={async (values) => {
						const { ending, later } = await stopScans({
							reason: fieldText(values, "reason"),
							current: String(values.get("current") ?? ""),
						});
						const rest = later > 0 ? ` ${later} more will end when it is their turn.` : "";
						return {
							title: "Scans are stopped",
							text: `${counted(ending, "scan is", "scans are")} being canceled.${rest}`,
						};
					}}
				>
					<p>
						New scans are refused with your reason, in all processes. {scansText(unfinished)} Scheduled scans are
						refused too until scans are accepted again.
					</p>
				</ActionDialog>
			)}
		</section>
	);
}

const scansText = (unfinished: number): string =>
	unfinished === 0
		? "None are waiting or running now."
		: `${counted(unfinished, "unfinished scan is", "unfinished scans are")} canceled and cannot be resumed.`;

/** The switch for the pages’ service worker. */
export function ServiceWorkerSwitch({ off }: { off: boolean }) {
	const [asking, setAsking] = useState(false);
	return (
		<Section id="service-worker" heading="Service worker">
			<div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-y py-3">
				<p className="min-w-0 max-w-[62ch] text-15">
					{off
						? "Switched off: browsers remove it and its cached pages. Pages need a connection to open."
						: "On: pages open without a connection, and devices get notifications."}
				</p>
				<Button variant="secondary" onClick={() => setAsking(true)}>
					{off ? "Switch it on" : "Switch it off"}
				</Button>
			</div>
			{asking && (
				<ActionDialog
					title={off ? "Switch the service worker on?" : "Switch the service worker off?"}
					labels={{ yes: off ? "Switch it on" : "Switch it off", no: "Leave it", failed: "Nothing was changed" }}
					onClose={() => setAsking(false)}
					run={async () => {
						await switchServiceWorker(!off);
						return off
							? { title: "The service worker is on", text: "Browsers install it with their next visit." }
							: {
									title: "The service worker is off",
									text: "Browsers remove it when they next open a page, or within a day.",
								};
					}}
				>
					<p>
						{off
							? "Browsers install it again with their next visit."
							: "For a release whose service worker causes problems. Browsers remove it and its cached pages when they next open a page, or within a day. No outbox is touched. Until it is on again, pages need a connection to open and devices get no notifications."}
					</p>
				</ActionDialog>
			)}
		</Section>
	);
}

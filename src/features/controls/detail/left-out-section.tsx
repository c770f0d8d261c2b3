import { useState } from "react";
import type { ControlDetail } from "#contract/controls/controls.ts";
import { dayText } from "#contract/format/time.ts";
import { useSay } from "#src/lib/words/use-say.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { LeaveOutDialog } from "./leave-out-dialog.tsx";

/** The hosts that do not count for a control, and why; only where scans test it. */
export function LeftOutSection({ control }: { control: ControlDetail }) {
	const { can } = useScope();
	const say = useSay();
	const [isAsking, setAsking] = useState(false);
	const { id, clientId, leftOut = [], tests } = control;
	const isScanned = tests.some(({ active, spec }) => active && spec.kind === "scan");
	if (leftOut.length === 0 && !(isScanned && can("work"))) return null;
	const count = (host: string, reason: string | null) =>
		say({ kind: "control-change", body: { controlId: id, change: { leftOut: { host, reason } } } }, clientId);
	return (
		<Section id="left-out" heading="Hosts left out">
			{leftOut.length === 0 && (
				<p className="max-w-[62ch] text-15 text-quiet">None. Every host that its scans test counts.</p>
			)}
			<ul>
				{leftOut.map(({ host, reason, at, by }) => (
					<li key={host} className="border-line border-t py-2">
						<div className="flex flex-wrap items-center justify-between gap-x-4">
							<span className="wrap-anywhere min-w-0 text-15">{host}</span>
							{can("work") && (
								<TextButton aria-label={`Count ${host} again`} onClick={() => void count(host, null)}>
									Count again
								</TextButton>
							)}
						</div>
						<p className="wrap-anywhere max-w-[62ch] whitespace-pre-line text-15">{reason}</p>
						<p className="text-13 text-quiet">
							<bdi>{by.name}</bdi>, <time dateTime={at}>{dayText(at)}</time>
						</p>
					</li>
				))}
			</ul>
			{isScanned && can("work") && (
				<p className="print:hidden">
					<TextButton aria-haspopup="dialog" onClick={() => setAsking(true)}>
						Leave a host out…
					</TextButton>
				</p>
			)}
			{isAsking && (
				<LeaveOutDialog
					control={control}
					onLeaveOut={({ host, reason }) => count(host, reason)}
					onClose={() => setAsking(false)}
				/>
			)}
		</Section>
	);
}

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureSentence } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { previewQuery } from "#src/lib/scans/schedules-api.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { momentText } from "./schedule-text.ts";
import { type ScheduleValues, timingIn } from "./schedule-values.ts";

/** Waits, so that typing does not send a request for every letter. */
const PAUSE_MS = 400;

type Timing = NonNullable<ReturnType<typeof timingIn>>;

function useSettled(text: string): string {
	const [settled, setSettled] = useState(text);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(text), PAUSE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return settled;
}

function Times({ recurrence, timeZone }: Timing) {
	const { scope } = useScope();
	const { data, error } = useQuery(previewQuery(recurrence, timeZone, scope));
	if (error) return <p>{failureSentence(error)}</p>;
	if (!data) return <p>Calculating…</p>;
	return (
		<ol className="tabular-nums">
			{data.nextRuns.map((at) => (
				<li key={at}>{momentText(at, timeZone)}</li>
			))}
		</ol>
	);
}

/** When the schedule in the form would run, as the server calculates it. */
export function NextRuns({ values }: { values: ScheduleValues }) {
	const online = useOnline();
	const text = useSettled(JSON.stringify(timingIn(values)));
	const timing: Timing | null = JSON.parse(text);
	return (
		<section aria-label="Next runs" aria-live="polite" className="border-line-strong border-s-4 ps-4 text-15">
			<h3 className="font-medium">Next runs</h3>
			{!online ? (
				<p>Shown when you are back online.</p>
			) : timing === null ? (
				<p>Fill in the times to see them.</p>
			) : (
				<Times {...timing} />
			)}
		</section>
	);
}

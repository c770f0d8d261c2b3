import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { failureSentence } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { previewQuery } from "#src/lib/scans/schedules-api.ts";
import { type ScheduleValues, timingIn } from "./schedule-values.ts";
import { momentWords } from "./schedule-words.ts";

/** Somebody who types is not asked about every letter. */
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
	const { data, error } = useQuery(previewQuery(recurrence, timeZone));
	if (error) return <p>{failureSentence(error)}</p>;
	if (!data) return <p>Looking at the clocks.</p>;
	return (
		<ol className="tabular-nums">
			{data.nextRuns.map((at) => (
				<li key={at}>{momentWords(at, timeZone)}</li>
			))}
		</ol>
	);
}

/** When what stands in the form would run, as the server reckons it. */
export function NextRuns({ values }: { values: ScheduleValues }) {
	const online = useOnline();
	const text = useSettled(JSON.stringify(timingIn(values)));
	const timing: Timing | null = JSON.parse(text);
	return (
		<section aria-label="Next runs" aria-live="polite" className="border-line-strong border-s-4 ps-4 text-15">
			<h3 className="font-medium">Next runs</h3>
			{!online ? (
				<p>The server tells them once there is a connection.</p>
			) : timing === null ? (
				<p>Fill in when it runs to see them.</p>
			) : (
				<Times {...timing} />
			)}
		</section>
	);
}

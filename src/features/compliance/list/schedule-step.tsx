import { useQuery } from "@tanstack/react-query";
import { type SubmitEvent, useRef, useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { Recurrence } from "#contract/scans/schedules.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { useSubmission } from "#src/lib/forms/use-submission.ts";
import { createSchedule, schedulesQuery } from "#src/lib/scans/schedules-api.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import type { WorkScope } from "#src/lib/workspace/scope.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { FormField } from "#src/ui/fields/form-field.tsx";
import { RowsToCome } from "#src/ui/list/rows-to-come.tsx";
import { notify } from "#src/ui/toast/notify.ts";
import { hostChoices, scheduleFor } from "./framework-schedules.ts";

type Repeats = "daily" | "weekly" | "monthly";
const REPEATS: readonly { value: Repeats; label: string }[] = [
	{ value: "daily", label: "Every day" },
	{ value: "weekly", label: "Every Monday" },
	{ value: "monthly", label: "On the first of each month" },
];

function recurrenceOf(repeats: Repeats, time: string): Recurrence {
	switch (repeats) {
		case "daily":
			return { type: "daily", time };
		case "weekly":
			return { type: "weekly", days: ["mon"], time };
		case "monthly":
			return { type: "monthly", day: 1, time };
	}
}

type Choice = ReturnType<typeof hostChoices>[number];

type FormProps = { choices: readonly Choice[]; whose: WorkScope; onDone(): void };

function HostsForm({ choices, whose, onDone }: FormProps) {
	const { state, form, submit, clear } = useSubmission();
	const [hosts, setHosts] = useState<ReadonlySet<string>>(
		() => new Set(choices.flatMap(({ host, isScheduled }) => (isScheduled ? [] : [host]))),
	);
	const [repeats, setRepeats] = useState<Repeats>("weekly");
	const [time, setTime] = useState("06:00");
	const [digest, setDigest] = useState(true);
	/** Hosts whose schedule was made by an attempt that failed later, and the key of each request. */
	const made = useRef(new Set<string>());
	const keys = useRef(new Map<string, string>());
	const busy = state.status === "submitting";
	const errors = state.status === "failed" ? state.fields : {};
	const choose = (host: string, isChosen: boolean) => {
		clear();
		setHosts((now) => new Set(isChosen ? [...now, host] : [...now].filter((one) => one !== host)));
	};
	const onSubmit = async (event: SubmitEvent) => {
		event.preventDefault();
		const done = await submit(async () => {
			for (const host of hosts) {
				if (made.current.has(host)) continue;
				const request = scheduleFor(host, recurrenceOf(repeats, time), digest);
				const text = JSON.stringify(request);
				const key = keys.current.get(text) ?? crypto.randomUUID();
				keys.current.set(text, key);
				await createSchedule(request, whose, key);
				made.current.add(host);
			}
		});
		if (!done) return;
		notify({ title: `${counted(hosts.size, "host")} scheduled`, text: "Change it under Scans, Scheduled." }).catch(
			() => undefined,
		);
		onDone();
	};
	return (
		<form ref={form} onSubmit={onSubmit} className="grid gap-4">
			<fieldset className="min-w-0">
				<legend className="font-medium text-15">Hosts</legend>
				<div className="max-h-[40dvh] overflow-y-auto">
					{choices.map(({ host, isScheduled }) => (
						<CheckField
							key={host}
							id={`schedule-host-${host}`}
							checked={hosts.has(host)}
							disabled={busy}
							onChange={({ target }) => choose(host, target.checked)}
						>
							<span className="wrap-anywhere">
								<bdi className="font-mono text-13">{host}</bdi>
								{isScheduled && <span className="block text-13 text-quiet">Has a schedule already</span>}
							</span>
						</CheckField>
					))}
				</div>
			</fieldset>
			<div className="grid gap-4 md:grid-cols-2">
				<ChoiceField
					id="framework-repeats"
					label="How often"
					options={REPEATS}
					value={repeats}
					onChange={({ target }) => setRepeats(target.value as Repeats)}
				/>
				<FormField
					id="framework-time"
					name="recurrence/time"
					label="Time"
					type="time"
					required
					value={time}
					error={errors["recurrence/time"]}
					onChange={({ target }) => {
						clear();
						setTime(target.value);
					}}
				/>
			</div>
			<CheckField id="framework-digest" checked={digest} onChange={({ target }) => setDigest(target.checked)}>
				Email me what changed
			</CheckField>
			<SubmissionFailure title="Not saved" state={state} />
			<div className="flex items-center justify-end gap-5">
				<Button variant="plain" disabled={busy} onClick={onDone}>
					Not now
				</Button>
				<Button type="submit" variant="primary" disabled={busy || hosts.size === 0}>
					{busy ? "Saving…" : "Schedule"}
				</Button>
			</div>
			<p className="text-13 text-quiet">
				Combined scans, which only look at what any visitor can see. Only scan what you own or have permission to scan.
			</p>
		</form>
	);
}

/** Offers to scan the client's hosts by the clock, after a framework was chosen. */
export function ScheduleStep({ onDone }: { onDone(): void }) {
	const { scope, client, workspace } = useScope();
	const own = (client ?? workspace?.clients.find((one) => one.own))?.id ?? scope.client;
	const assets = useQuery(assetsQuery(scope));
	const schedules = useQuery(schedulesQuery(scope));
	return (
		<>
			<p className="mb-4 text-15">Scans test many of its controls. Schedule them, and the results stay current.</p>
			<AccountData what="your hosts" reading={assets} toCome={<RowsToCome />}>
				{(read) => {
					if (schedules.isPending) return <RowsToCome />;
					const those = read.assets.filter(({ clientId }) => own === null || clientId === own);
					const choices = hostChoices(those, schedules.data?.schedules ?? []);
					return choices.length === 0 ? (
						<>
							<p className="text-15">
								No hosts yet. <Link to="/dashboard/assets">Add one under Assets</Link>, then schedule its scans under
								Scans.
							</p>
							<div className="mt-5 flex justify-end">
								<Button variant="primary" onClick={onDone}>
									Continue
								</Button>
							</div>
						</>
					) : (
						<HostsForm choices={choices} whose={{ ...scope, client: own }} onDone={onDone} />
					);
				}}
			</AccountData>
		</>
	);
}

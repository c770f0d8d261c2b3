import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Ticket, TicketList, TicketSubject } from "#contract/tickets/tickets.ts";
import { SYSTEM_LABELS } from "#contract/tickets/trackers.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { AccountData } from "#src/lib/data/account-data.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { StateBadge } from "#src/ui/state-badge.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { TimeText } from "#src/ui/time-text.tsx";
import { problemText, stateLabel } from "./ticket-text.ts";
import { ticketsQuery } from "./tickets-api.ts";
import { useTickets } from "./use-tickets.ts";

const LAST_TRACKER_KEY = "plumbline-last-tracker";

/** The tracker used for the last ticket from this device; empty if there was none, or the browser stores nothing. */
function lastTracker(): string {
	try {
		return localStorage.getItem(LAST_TRACKER_KEY) ?? "";
	} catch {
		return "";
	}
}

function rememberTracker(id: string): void {
	try {
		localStorage.setItem(LAST_TRACKER_KEY, id);
	} catch {
		// Then the first tracker is offered again.
	}
}

const SHAPES: Readonly<Record<Ticket["state"], string>> = {
	creating: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5v5M3.5 6h5",
	open: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9z",
	closing: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5v3h2",
	closed: "m1.5 6.5 3 3 6-7",
	told: "M6 1.5v6M6 9.5v1",
	reopening: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM6 3.5v3h2",
};

type RowProps = { ticket: Ticket; busy: boolean; mayTry: boolean; onRetry(): void };

function Row({ ticket, busy, mayTry, onRetry }: RowProps) {
	const { state, tracker, trouble } = ticket;
	const system = SYSTEM_LABELS[tracker.system];
	return (
		<li className="grid gap-1 border-line border-b py-3 text-15">
			<p className="flex flex-wrap items-center gap-x-3">
				{state !== "creating" && (
					<a
						href={ticket.issue.url}
						rel="noreferrer"
						target="_blank"
						className="wrap-anywhere inline-flex min-h-11 items-center font-semibold"
					>
						{ticket.issue.key}
						<span className="sr-only"> in {tracker.name}, opens in a new tab</span>
					</a>
				)}
				<StateBadge state={state} label={stateLabel(ticket)} path={SHAPES[state]} />
				<span className="wrap-anywhere text-13 text-quiet">
					{system} · {tracker.name}
				</span>
			</p>
			{state === "told" && (
				<p className="max-w-[62ch]">
					We commented that it is fixed. The workflow offers no step that closes it, so please close it in {system}.
				</p>
			)}
			{trouble && (
				<div className="grid max-w-[62ch] gap-1">
					<p>{problemText(trouble.problem, trouble.code)}</p>
					{trouble.detail !== "" && (
						<p className="wrap-anywhere text-13 text-quiet">
							{system} says: {trouble.detail}
						</p>
					)}
					<p className="text-13 text-quiet">
						{trouble.nextAt === null ? (
							"It is not tried again by itself."
						) : (
							<>
								Next try: <TimeText at={trouble.nextAt} />
							</>
						)}
					</p>
					{mayTry && (
						<p>
							<TextButton disabled={busy} onClick={onRetry}>
								Try again
							</TextButton>
						</p>
					)}
				</div>
			)}
		</li>
	);
}

type ReadProps = { about: TicketSubject; ended: boolean; list: TicketList };

function Read({ about, ended, list: { tickets, trackers } }: ReadProps) {
	const id = useId();
	const online = useOnline();
	const { can } = useScope();
	const { state, create, retry } = useTickets(about);
	const free = trackers.filter((one) => !tickets.some(({ tracker }) => tracker.id === one.id));
	const [chosen, setChosen] = useState(lastTracker);
	const tracker = free.find((one) => one.id === chosen) ?? free[0];
	const busy = state.status === "submitting";
	return (
		<div className="grid gap-4">
			{tickets.length > 0 && (
				<ul aria-label="Tickets" className="border-line border-t">
					{tickets.map((ticket) => (
						<Row
							key={ticket.id}
							ticket={ticket}
							busy={busy || !online}
							mayTry={can("work")}
							onRetry={() => void retry(ticket.id)}
						/>
					))}
				</ul>
			)}
			<RoleNote permission="work" what="create tickets" />
			{can("work") && trackers.length === 0 && (
				<p className="max-w-[62ch] text-15 text-quiet">
					No tracker is connected.{" "}
					{can("manage") ? (
						<Link to="/dashboard/settings/integrations">Connect GitHub, GitLab or Jira</Link>
					) : (
						"Owners and managers connect GitHub, GitLab or Jira in the settings."
					)}
				</p>
			)}
			{can("work") && tracker && !ended && (
				<form
					className="grid max-w-md gap-3 print:hidden"
					onSubmit={(event) => {
						event.preventDefault();
						rememberTracker(tracker.id);
						void create(tracker.id);
					}}
				>
					{free.length > 1 && (
						<ChoiceField
							id={`${id}-tracker`}
							label="Tracker"
							options={free.map((one) => ({ value: one.id, label: `${one.name} (${SYSTEM_LABELS[one.system]})` }))}
							value={tracker.id}
							onChange={({ currentTarget: { value } }) => setChosen(value)}
							disabled={busy}
						/>
					)}
					<div>
						<Button type="submit" variant="secondary" disabled={busy || !online}>
							{busy ? "Creating" : free.length > 1 ? "Create ticket" : `Create ticket in ${tracker.name}`}
						</Button>
					</div>
					{!online && <p className="text-15 text-quiet">A ticket needs a connection. Nothing was sent.</p>}
				</form>
			)}
			{ended && tickets.length === 0 && trackers.length > 0 && (
				<p className="text-15 text-quiet">No ticket was created.</p>
			)}
			<SubmissionFailure title="The ticket was not created" state={state} />
		</div>
	);
}

type Props = {
	about: TicketSubject;
	/** Fixed or done: there is nothing left to create a ticket for. */
	ended: boolean;
};

/** The issues for one finding or task, and how to create one. */
export function TicketsAbout({ about, ended }: Props) {
	const account = useAccount();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...ticketsQuery(about, scope), enabled });
	return (
		<AccountData
			what="the tickets"
			notKept="Tickets are not kept on this device. They load when you are back online."
			reading={reading}
		>
			{(list) => <Read about={about} ended={ended} list={list} />}
		</AccountData>
	);
}

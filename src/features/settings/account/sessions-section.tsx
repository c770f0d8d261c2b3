import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Session } from "#contract/accounts.ts";
import { timeText } from "#contract/format/time.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import type { WithSession } from "#src/lib/session/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { sessionsQuery } from "./sessions-query.ts";

type RowProps = { session: Session; disabled: boolean; onEnd(): void };

function SessionRow({ session: { device, createdAt, lastSeenAt, current }, disabled, onEnd }: RowProps) {
	return (
		<li className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3 md:flex-nowrap">
			<div className="min-w-0 text-15">
				<p className="wrap-anywhere font-semibold">
					{device}
					{current && <span className="font-normal text-quiet"> · this device</span>}
				</p>
				<p className="text-13 text-quiet">
					Since {timeText(createdAt)}. Last used {timeText(lastSeenAt)}.
				</p>
			</div>
			{!current && (
				<Button variant="secondary" disabled={disabled} aria-label={`Sign out ${device}`} onClick={onEnd}>
					Sign out
				</Button>
			)}
		</li>
	);
}

type Props = {
	withSession: WithSession;
	/** Every session has ended, including this one. */
	onSignedOut(): void;
};

export function SessionsSection({ withSession, onSignedOut }: Props) {
	const { data, isError, refetch } = useQuery(sessionsQuery);
	const { state, submitting, save } = useSave(withSession);
	const [asked, setAsked] = useState(false);
	const queries = useQueryClient();

	const end = async ({ id }: Session) => {
		const path = fillPath(API_PATHS.sessionById, { sessionId: id });
		await save(() => callApi(path, { method: "DELETE" }));
		await queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
	};
	const endAll = async () => {
		if (await save(() => callApi(API_PATHS.sessions, { method: "DELETE" }))) onSignedOut();
	};

	return (
		<Section id="sessions" heading="Where you are signed in">
			{isError && !data && (
				<p className="text-15">
					This could not be loaded.{" "}
					<Button variant="plain" onClick={() => refetch()}>
						Try again
					</Button>
				</p>
			)}
			<ul className="border-line border-t empty:hidden">
				{data?.sessions.map((session) => (
					<SessionRow key={session.id} session={session} disabled={submitting} onEnd={() => end(session)} />
				))}
			</ul>
			<SubmissionFailure title="Not signed out" state={state} />
			{asked ? (
				<div className="grid gap-3">
					<p className="text-15">This ends every session, including this one. Requests in the outbox stay there.</p>
					<div className="flex flex-wrap gap-3">
						<Button variant="primary" disabled={submitting} onClick={endAll}>
							Yes, sign out everywhere
						</Button>
						<Button variant="secondary" onClick={() => setAsked(false)}>
							Not now
						</Button>
					</div>
				</div>
			) : (
				<div>
					<Button variant="secondary" onClick={() => setAsked(true)}>
						Sign out everywhere
					</Button>
				</div>
			)}
		</Section>
	);
}

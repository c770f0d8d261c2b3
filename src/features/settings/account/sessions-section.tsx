import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Session, SignInWay } from "#contract/accounts/accounts.ts";
import { timeText } from "#contract/format/time.ts";
import { API_PATHS, fillPath } from "#contract/routes.ts";
import { callApi } from "#src/lib/data/api.ts";
import { SubmissionFailure } from "#src/lib/forms/submission-failure.tsx";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Button } from "#src/ui/button.tsx";
import { Section } from "../section.tsx";
import { useSave } from "../use-save.ts";
import { sessionsQuery } from "./sessions-query.ts";

const WAYS: Record<SignInWay, string> = {
	password: "With a password",
	passkey: "With a passkey",
	company: "Through your company",
};

/** `With a password, from this network (203.0.113.0/24).` Empty for a session that started before we recorded this. */
function signInText({ network, thisNetwork, signedInWith }: Session): string {
	const way = signedInWith === null ? "Signed in" : WAYS[signedInWith];
	if (network === null) return signedInWith === null ? "" : `${way}. `;
	return thisNetwork ? `${way}, from this network (${network}). ` : `${way}, from the network ${network}. `;
}

type RowProps = { session: Session; disabled: boolean; onEnd(): void };

function SessionRow({ session, disabled, onEnd }: RowProps) {
	const { device, createdAt, lastSeenAt, current } = session;
	return (
		<li className="flex flex-wrap items-center justify-between gap-3 border-line border-b py-3 md:flex-nowrap">
			<div className="min-w-0 text-15">
				<p className="wrap-anywhere font-semibold">
					{device}
					{current && <span className="font-normal text-quiet"> · this device</span>}
				</p>
				<p className="wrap-anywhere text-13 text-quiet">
					{signInText(session)}Since {timeText(createdAt)}. Last used {timeText(lastSeenAt)}.
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
	const endOthers = async () => {
		await save(() => callApi(API_PATHS.otherSessions, { method: "DELETE" }));
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
				<div className="flex flex-wrap gap-3">
					{(data?.sessions.length ?? 0) > 1 && (
						<Button variant="secondary" disabled={submitting} onClick={endOthers}>
							Sign out all other devices
						</Button>
					)}
					<Button variant="secondary" onClick={() => setAsked(true)}>
						Sign out everywhere
					</Button>
				</div>
			)}
		</Section>
	);
}

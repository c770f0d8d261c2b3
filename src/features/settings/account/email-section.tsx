import { useQueryClient } from "@tanstack/react-query";
import type { Me } from "#contract/accounts/accounts.ts";
import { CodeForm } from "#src/lib/session/email-confirmation/code-form.tsx";
import { meQuery } from "#src/lib/session/me-query.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Section } from "../section.tsx";
import { ChangeEmail } from "./change-email.tsx";

type CodeProps = {
	/** The address to confirm. */
	email: string;
	withSession: WithSession;
};

function EmailCode({ email, withSession }: CodeProps) {
	const queries = useQueryClient();
	return (
		<div className="grid gap-5 border-brass border-s-4 ps-4">
			<p className="wrap-anywhere text-15">We sent a code to {email}. It works for 24 hours.</p>
			<CodeForm
				id="email-code"
				email={email}
				label="Confirm the address"
				withSession={withSession}
				onConfirmed={() => queries.invalidateQueries({ queryKey: meQuery.queryKey })}
			/>
		</div>
	);
}

type Props = { me: Me; withSession: WithSession };

/** The account's address, and the one that will replace it. */
export function EmailSection({ me, withSession }: Props) {
	const waiting = me.pendingEmail ?? (me.emailConfirmed ? null : me.email);
	return (
		<Section id="email" heading="Email">
			<p className="wrap-anywhere text-17">
				<b className="font-semibold">{me.email}</b>{" "}
				{me.emailConfirmed
					? "is confirmed."
					: "is not confirmed yet. Until you confirm it, anyone who registers the same address replaces this account."}
			</p>
			{waiting !== null && <EmailCode key={waiting} email={waiting} withSession={withSession} />}
			<ChangeEmail withSession={withSession} />
		</Section>
	);
}

import type { Me } from "#contract/accounts/accounts.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";
import { Section } from "../section.tsx";
import { ChangeEmail } from "./change-email.tsx";
import { EmailCode } from "./email-code.tsx";

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

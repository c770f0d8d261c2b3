import { useQueryClient } from "@tanstack/react-query";
import { CodeForm } from "#src/lib/session/email-confirmation/code-form.tsx";
import { meQuery } from "#src/lib/session/me-query.ts";
import type { WithSession } from "#src/lib/session/sign-in/use-sign-in-again.tsx";

type Props = {
	/** The address to confirm. */
	email: string;
	withSession: WithSession;
};

export function EmailCode({ email, withSession }: Props) {
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

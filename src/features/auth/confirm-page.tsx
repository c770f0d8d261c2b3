import { useState } from "react";
import { Link } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { ResendButton } from "#src/lib/session/email-confirmation/resend-button.tsx";
import { Wordmark } from "#src/ui/page/wordmark.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { useCodeLink } from "./use-code-link.ts";

/** Sends another code to the signed-in account's address. */
function ResendCode() {
	const { status } = useAccount();
	return (
		<div className="mt-8 text-15">
			{status === "known" ? (
				<ResendButton />
			) : (
				<p>
					No code, or an old one? <Link to="/auth/login?next=/dashboard/settings">Sign in</Link> and ask for another in
					the settings.
				</p>
			)}
		</div>
	);
}

export const meta = {
	title: `Confirm your address | ${site.name}`,
	description: "Confirm your email address with the code we sent you.",
	indexable: false,
} as const;

function Confirmed({ email }: { email: string }) {
	const { status } = useAccount();
	return (
		<div role="status" className="grid justify-items-start gap-4 text-17">
			<p>
				<b className="wrap-anywhere font-semibold">{email}</b> is confirmed. You can close this page, or go on.
			</p>
			<p>Free scans that were sent to it are in your account now.</p>
			{status === "known" ? <Link to="/dashboard">Go to the dashboard</Link> : <Link to="/auth/login">Sign in</Link>}
		</div>
	);
}

/** The page behind a link in an email. Opening it changes nothing, because mail scanners open links too. */
export default function ConfirmPage() {
	const link = useCodeLink();
	const [confirmed, setConfirmed] = useState<string | null>(null);
	return (
		<div className="frame pt-[env(safe-area-inset-top)] pb-24">
			<div className="mx-auto max-w-md">
				<Link to="/" className="flex h-16 w-fit no-underline">
					<Wordmark />
				</Link>
				<h1 className="mt-8 mb-6 font-semibold font-serif text-34 tracking-[-0.015em] lg:mt-16">
					{confirmed === null ? "Confirm your address" : "Address confirmed"}
				</h1>
				{confirmed === null ? (
					<>
						<ConfirmForm key={`${link.email} ${link.code}`} link={link} onConfirmed={setConfirmed} />
						<ResendCode />
					</>
				) : (
					<Confirmed email={confirmed} />
				)}
			</div>
		</div>
	);
}

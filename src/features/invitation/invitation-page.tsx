import { Link } from "react-router-dom";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { Button } from "#src/ui/button.tsx";
import { PlainPage } from "#src/ui/page/plain-page.tsx";
import { Accept } from "./accept.tsx";
import { endedText, headingOf, meaningText, offerText } from "./offer-text.ts";
import { type Invitation, useInvitation } from "./use-invitation.ts";

export const meta = {
	title: `Your invitation | ${site.name}`,
	description: `Join a workspace on ${site.name}.`,
	indexable: false,
} as const;

type Read = Extract<Invitation, { step: "read" }>;

/** With what is known about the person, so that they need not type it. They come back here. */
const BACK = "?next=/invitation";
const BUTTON =
	"inline-flex min-h-12 items-center justify-center rounded-control border px-4 font-semibold text-17 no-underline md:px-6";

function SignInFirst({ link, offer }: Pick<Read, "link" | "offer">) {
	const state = { after: "invitation", email: link.email, workspace: offer.workspace.name };
	return (
		<>
			<p className="wrap-anywhere">
				Sign in with the account of <b className="font-semibold">{link.email || offer.email}</b>, or create one with
				this address.
			</p>
			<div className="flex flex-wrap gap-3">
				<Link
					to={`/auth/login${BACK}`}
					state={state}
					className={`${BUTTON} border-accent bg-accent text-accent-ink hover:bg-ink hover:text-paper`}
				>
					Sign in
				</Link>
				<Link
					to={`/auth/register${BACK}`}
					state={state}
					className={`${BUTTON} border-line-strong bg-raised text-ink hover:border-ink`}
				>
					Create an account
				</Link>
			</div>
		</>
	);
}

function Offer({ link, offer }: Pick<Read, "link" | "offer">) {
	const account = useAccount();
	const isOpen = offer.state === "sent";
	const canAnswer = isOpen || offer.state === "accepted";
	return (
		<>
			<p className="wrap-anywhere">{isOpen ? offerText(offer) : endedText(offer)}</p>
			{isOpen && <p className="text-15 text-quiet">{meaningText(offer)}</p>}
			{canAnswer &&
				(account.status === "known" ? (
					<Accept key={account.account.accountId} link={link} offer={offer} account={account.account} />
				) : (
					<SignInFirst link={link} offer={offer} />
				))}
			{!canAnswer && <Link to="/dashboard">Go to the dashboard</Link>}
		</>
	);
}

function Content({ invitation, again }: ReturnType<typeof useInvitation>) {
	switch (invitation.step) {
		case "opening":
			return (
				<>
					<p role="status">Looking up your invitation.</p>
					<noscript>
						<p>Answering an invitation needs JavaScript.</p>
					</noscript>
				</>
			);
		case "none":
			return <p>Open the link in your invitation’s email again: this page cannot tell which invitation it is.</p>;
		case "unknown":
			return <p role="alert">{invitation.why}</p>;
		case "failed":
			return (
				<>
					<p role="alert">Your invitation could not be looked up. {invitation.why}</p>
					<Button variant="secondary" onClick={again}>
						Try again
					</Button>
				</>
			);
		case "read":
			return <Offer {...invitation} />;
	}
}

/** The page behind the link of an invitation. Opening it changes nothing, because mail scanners open links too. */
export default function InvitationPage() {
	const { invitation, again } = useInvitation();
	return (
		<PlainPage heading={invitation.step === "read" ? headingOf(invitation.offer) : "Your invitation"}>
			<Content invitation={invitation} again={again} />
		</PlainPage>
	);
}

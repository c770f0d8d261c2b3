import type { ReactNode } from "react";
import type { KnownAccount } from "#src/lib/account/account.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Icon } from "#src/ui/icon.tsx";
import { useMe } from "./use-me.ts";

type Props = {
	account: KnownAccount;
	/** Called when the user chooses something, so the menu can close. */
	onChosen(): void;
	onSignOut(): void;
	/** More choices, above "Sign out". */
	children?: ReactNode;
};

export function AccountFacts({ account, onChosen, onSignOut, children }: Props) {
	const { data: me } = useMe();
	return (
		<>
			<p className="wrap-anywhere font-semibold text-15">{account.name}</p>
			<p className="wrap-anywhere text-13 text-quiet">{account.email}</p>
			{me && !me.emailConfirmed && (
				<p className="mt-3 border-brass border-s-4 ps-3 text-13">
					This address is not confirmed yet.{" "}
					<Link to="/dashboard/settings/account" onClick={onChosen}>
						Confirm it in the settings
					</Link>
				</p>
			)}
			<div className="mt-3 border-line border-t pt-1">
				{children}
				<button
					type="button"
					onClick={() => {
						onChosen();
						onSignOut();
					}}
					className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control text-15 text-ink hover:text-accent"
				>
					<Icon name="leave" />
					Sign out
				</button>
			</div>
		</>
	);
}

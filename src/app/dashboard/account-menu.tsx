import { useId, useRef } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Icon } from "#src/ui/icon.tsx";
import { AccountFacts } from "./account-facts.tsx";
import { loginPath } from "./login-path.ts";

type Props = {
	path: string;
	onSignOut(): void;
};

/** On a wide screen: who is signed in, settings, and sign-out. On a phone, the overlay menu shows the same. */
export function AccountMenu({ path, onSignOut }: Props) {
	const state = useAccount();
	const panel = useRef<HTMLDivElement>(null);
	const id = useId();
	const close = () => panel.current?.hidePopover();
	if (state.status !== "known") {
		return (
			<Link
				to={loginPath(path)}
				className="hidden min-h-11 items-center whitespace-nowrap font-medium text-15 in-data-account:invisible md:inline-flex"
			>
				Sign in
			</Link>
		);
	}
	return (
		<div className="hidden md:block">
			<button
				type="button"
				popoverTarget={id}
				className="inline-flex min-h-11 max-w-52 cursor-pointer items-center gap-2 rounded-control text-15 text-ink hover:text-accent"
			>
				<Icon name="person" />
				<span className="truncate max-lg:sr-only">{state.account.name}</span>
			</button>
			<div
				ref={panel}
				id={id}
				popover="auto"
				className="top-[calc(3.75rem+env(safe-area-inset-top))] bottom-auto start-auto end-10 m-0 w-72 rounded-card border border-line-strong bg-raised p-4 text-ink shadow-float"
			>
				<AccountFacts account={state.account} onChosen={close} onSignOut={onSignOut}>
					<Link
						to="/dashboard/settings"
						onClick={close}
						className="flex min-h-11 items-center gap-3 rounded-control text-15 text-ink no-underline hover:text-accent"
					>
						<Icon name="settings" />
						Settings
					</Link>
				</AccountFacts>
			</div>
		</div>
	);
}

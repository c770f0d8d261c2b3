import type { RefObject } from "react";
import { useAccount } from "#src/lib/account/use-account.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import type { Tally } from "#src/lib/outbox/watch-entries.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Icon } from "#src/ui/icon.tsx";
import { tallyLabel } from "../use-tally.ts";
import { AccountFacts } from "./account-facts.tsx";
import { ItemIcon } from "./item-icon.tsx";
import type { ItemName } from "./items.ts";
import { loginPath } from "./login-path.ts";
import { useItems } from "./use-items.ts";

const ROW =
	"flex min-h-11 items-center gap-3 rounded-control text-17 text-ink no-underline aria-[current=page]:font-semibold";

type Props = {
	/** Opened with `showModal`, which keeps the focus inside, closes on Escape and returns the focus. */
	dialog: RefObject<HTMLDialogElement | null>;
	path: string;
	active: ItemName | null;
	tally: Tally;
	onSignOut(): void;
};

/** On a phone: a sheet with everything that doesn't fit in the tab bar. */
export function OverlayMenu({ dialog, path, active, tally, onSignOut }: Props) {
	const state = useAccount();
	const items = useItems();
	const online = useOnline();
	const label = tallyLabel(tally);
	const close = () => dialog.current?.close();
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself is its backdrop; the keyboard has Escape and the button.
		<dialog
			ref={dialog}
			aria-label="Menu"
			onClick={({ target, currentTarget }) => {
				if (target === currentTarget) close();
			}}
			className="mx-auto mt-auto mb-0 max-h-[85dvh] w-full max-w-md overscroll-contain rounded-t-card border border-line-strong border-b-0 bg-raised p-0 text-ink shadow-float backdrop:bg-ink/40 open:arrive print:hidden"
		>
			<div className="px-5 pt-3 pb-[calc(1.25rem+env(safe-area-inset-bottom))]">
				<div className="flex items-center justify-between">
					<p className="text-13 text-quiet">{online ? "Online" : "Offline"}</p>
					<button
						type="button"
						onClick={close}
						className="-me-2.5 grid size-11 cursor-pointer place-items-center rounded-control"
					>
						<Icon name="close" />
						<span className="sr-only">Close the menu</span>
					</button>
				</div>
				<ul>
					{items.map(({ name, label }) => (
						<li key={name}>
							<Link
								to={`/dashboard/${name}`}
								aria-current={name === active ? "page" : undefined}
								onClick={close}
								className={ROW}
							>
								<ItemIcon name={name} />
								{label}
							</Link>
						</li>
					))}
					<li>
						<Link to="/dashboard/outbox" onClick={close} className={ROW}>
							<Icon name="outbox" />
							Outbox
							<span className="ms-auto text-13 text-quiet">{label === "" ? "empty" : label}</span>
						</Link>
					</li>
				</ul>
				<div className="mt-3 border-line border-t pt-3">
					{state.status === "known" ? (
						<AccountFacts account={state.account} onChosen={close} onSignOut={onSignOut} />
					) : (
						<Link to={loginPath(path)} onClick={close} className={ROW}>
							<Icon name="person" />
							Sign in
						</Link>
					)}
				</div>
			</div>
		</dialog>
	);
}

import { useState } from "react";
import type { Membership } from "#contract/workspaces/workspaces.ts";
import { clientEdge } from "#src/lib/workspace/clients/client-edge.ts";
import { hasClients, type Shown } from "#src/lib/workspace/shown.ts";
import { SwitcherDialog } from "./switcher-dialog.tsx";

type Props = {
	shown: Shown | null;
	memberships: readonly Membership[];
	/** On a phone: a strip above the tabs, below the thumb. On a wide screen: in the header. */
	place: "strip" | "header";
};

/** Whether there is anything to switch. People who work only for themselves never see the switcher. */
export const isSwitchable = (shown: Pick<Shown, "workspace"> | null, memberships: readonly Membership[]): boolean =>
	memberships.length > 1 || hasClients(shown?.workspace ?? null);

/** Shows which client the screens are about, and leads to the others. */
export function ClientSwitcher({ shown, memberships, place }: Props) {
	const [open, setOpen] = useState(false);
	const workspace = shown?.workspace ?? null;
	const client = shown?.client ?? null;
	const name = client?.name ?? (hasClients(workspace) ? "All clients" : (workspace?.name ?? "Choose a client"));
	const where = [
		shown?.archived && "Archived",
		(client || hasClients(workspace)) && memberships.length > 1 && workspace?.name,
	]
		.filter(Boolean)
		.join(" · ");
	return (
		<>
			<button
				type="button"
				aria-haspopup="dialog"
				data-client-switcher={place}
				onClick={() => setOpen(true)}
				className={
					place === "strip"
						? `${clientEdge(client?.color ?? null)} flex min-h-11 w-full cursor-pointer items-center gap-2 border-line border-b px-4 text-start text-15`
						: `${clientEdge(client?.color ?? null)} hidden min-h-11 min-w-0 max-w-72 cursor-pointer items-center gap-2 self-center border-line-strong ps-3 text-start text-15 hover:text-accent md:inline-flex sideways:inline-flex`
				}
			>
				<span className="sr-only">Client: </span>
				<span className="min-w-0 grow">
					<bdi className="block truncate font-semibold text-ink">{name}</bdi>
					{where !== "" && <span className="block truncate text-13 text-quiet">{where}</span>}
				</span>
				<span className="flex-none text-13 text-accent underline underline-offset-4">
					<span className="sr-only">, </span>Switch
				</span>
			</button>
			{open && <SwitcherDialog shown={shown} memberships={memberships} onClose={() => setOpen(false)} />}
		</>
	);
}

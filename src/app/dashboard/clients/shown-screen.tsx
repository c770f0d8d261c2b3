import { Fragment, type ReactNode } from "react";
import type { Membership } from "#contract/workspaces/workspaces.ts";
import { failureSentence } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { SampleNote } from "#src/lib/workspace/clients/sample.tsx";
import type { ShownState } from "#src/lib/workspace/shown.ts";
import { ShownContext } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { UnknownClient } from "./unknown-client.tsx";
import { useChoose } from "./use-choose.ts";

type Props = { state: ShownState; memberships: readonly Membership[]; children: ReactNode };

/** The address names a client that this device can't look up right now. */
function Unreadable({ error }: { error: unknown }) {
	const online = useOnline();
	const choose = useChoose();
	return (
		<div className="frame pt-8 pb-16">
			<h1 className="font-semibold text-26 tracking-[-0.01em]">This client could not be opened</h1>
			<p role="alert" className="mt-2 mb-6 max-w-[62ch] text-15">
				{online
					? `Its workspace could not be read. ${failureSentence(error)}`
					: "It is not saved on this device. It will open when there is a connection."}
			</p>
			<Button variant="secondary" onClick={() => choose({ workspace: null, code: null })}>
				Show your own workspace
			</Button>
		</div>
	);
}

/** The screen, once we know which client it is about. Switching clients mounts a new screen, so no state carries over. */
export function ShownScreen({ state, memberships, children }: Props) {
	switch (state.status) {
		case "shown": {
			const { workspace, client } = state.shown.scope;
			return (
				<ShownContext value={state.shown}>
					<SampleNote />
					<Fragment key={`${workspace} ${client}`}>{children}</Fragment>
				</ShownContext>
			);
		}
		case "opening":
			return (
				<div className="frame pt-8 pb-24">
					<h1 className="font-semibold text-26 text-quiet">Opening</h1>
				</div>
			);
		case "unreadable":
			return <Unreadable error={state.error} />;
		case "unknown-client":
			return <UnknownClient {...state} memberships={memberships} />;
	}
}

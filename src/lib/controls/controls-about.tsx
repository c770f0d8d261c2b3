import { useQuery } from "@tanstack/react-query";
import type { ControlFilter } from "#contract/controls/controls.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { accountView } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { useNow } from "#src/ui/hooks/use-now.ts";
import { ControlRow } from "./control-row.tsx";
import { controlListQuery } from "./controls-api.ts";

type Props = {
	filter: ControlFilter;
	/** The text shown if there are none. */
	none: string;
};

/** The controls that a finding, or a host's findings, count as evidence against; shown on the finding's or host's own screen. */
export function ControlsAbout({ filter, none }: Props) {
	const account = useAccount();
	const now = useNow();
	const { scope } = useScope();
	const enabled = account.status === "known" && !account.locked;
	const view = accountView(account, useQuery({ ...controlListQuery(filter, scope), enabled }), useOnline());
	switch (view.status) {
		case "shown":
			return view.data.controls.length === 0 ? (
				<p className="text-15 text-quiet">{none}</p>
			) : (
				<ul className="border-line border-t">
					{view.data.controls.map((control) => (
						<li key={control.id}>
							<ControlRow control={control} now={now} />
						</li>
					))}
				</ul>
			);
		case "loading":
			return (
				<p role="status" className="text-15 text-quiet">
					Loading the controls.
				</p>
			);
		case "failed":
			return <p className="text-15 text-quiet">The controls could not be loaded. {view.why}</p>;
		case "nothing-kept":
			return <p className="text-15 text-quiet">The controls load when there is a connection.</p>;
		default:
			return null;
	}
}

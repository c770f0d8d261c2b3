import type { ReactNode } from "react";
import { SAMPLE_NOW } from "#src/content/samples.ts";
import { Button } from "#src/ui/button.tsx";
import { ScanActions } from "#src/ui/scan-actions.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { useNow } from "#src/ui/use-now.ts";
import { usePrerendered } from "#src/ui/use-prerendered.ts";
import type { ScanActions as Actions } from "#src/ui/use-scan-actions.ts";
import { RowList } from "./row-list.tsx";
import { ScanRow } from "./scan-row.tsx";
import type { useScanList } from "./use-scan-list.ts";

type Props = {
	label: string;
	list: ReturnType<typeof useScanList>;
	actions: Actions;
	/** How many things the list is filtered by. */
	filtered: number;
	/** What a list without a filter says when there is nothing in it. */
	empty: string;
	onClear(): void;
};

const Said = ({ children }: { children: ReactNode }) => (
	<div className="grid justify-items-start gap-4 py-8 text-15">{children}</div>
);

function RowsToCome() {
	return (
		<div aria-hidden="true">
			{[1, 2, 3].map((row) => (
				<div key={row} className="border-line border-b py-5">
					<span className="block h-5 w-40 rounded-control bg-line" />
					<span className="mt-2 block h-4 w-64 max-w-full rounded-control bg-line" />
				</div>
			))}
		</div>
	);
}

/** One tab's list, in whatever state it is. */
export function ListPanel({ label, list, actions, filtered, empty, onClear }: Props) {
	const { view, more, again, retry } = list;
	const prerendered = usePrerendered();
	const running = view.status === "shown" && view.scans.some(({ status }) => status === "running");
	const now = useNow(running);
	switch (view.status) {
		case "loading":
			return (
				<>
					<p role="status" className="sr-only">
						Reading your scans.
					</p>
					<RowsToCome />
				</>
			);
		case "nothing-kept":
			return <Said>Nothing is kept on this device yet. Your scans come as soon as there is a connection.</Said>;
		case "failed":
			return (
				<Said>
					<p role="alert">Your scans could not be read. {view.why}</p>
					<Button variant="secondary" onClick={retry}>
						Try again
					</Button>
				</Said>
			);
		case "locked":
			return <Said>Sign in again to see your scans.</Said>;
		case "signed-out":
			return <Said>Nothing is shown while you are signed out.</Said>;
		case "samples":
		case "shown": {
			const sample = view.status === "samples";
			const { scans } = view;
			const body =
				scans.length === 0 ? (
					<Said>
						{filtered > 0 ? (
							<>
								<p>No scan passes the filter.</p>
								<Button variant="secondary" onClick={onClear}>
									Clear the filter
								</Button>
							</>
						) : (
							<p>{empty}</p>
						)}
					</Said>
				) : (
					<RowList
						label={label}
						scans={scans}
						total={view.status === "shown" ? view.total : scans.length}
						more={more}
						row={(scan) => (
							<ScanRow
								scan={scan}
								now={sample ? SAMPLE_NOW : now}
								sample={sample}
								isCancelling={(one) => actions.doing(one) === "cancel"}
								actions={(one) => <ScanActions scan={one} actions={actions} />}
							/>
						)}
					/>
				);
			return (
				<>
					{view.status === "shown" && view.stale !== null && (
						<div className="mt-4">
							<StaleNote readAt={view.readAt} why={view.stale} />
						</div>
					)}
					<div className={sample ? "in-data-account:hidden" : ""}>{body}</div>
					{sample && prerendered && (
						<div className="hidden in-data-account:block">
							<RowsToCome />
						</div>
					)}
					{again && (
						<Said>
							<p role="alert">The next scans could not be read.</p>
							<Button variant="secondary" onClick={again}>
								Try again
							</Button>
						</Said>
					)}
				</>
			);
		}
	}
}

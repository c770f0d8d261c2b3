import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { OwnedTarget } from "#contract/targets.ts";
import { site } from "#src/config/site.ts";
import { type AccountView, accountView } from "#src/lib/account-view.ts";
import { Button } from "#src/ui/button.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { useAccount } from "#src/ui/use-account.ts";
import { useOnline } from "#src/ui/use-online.ts";
import { AddTargetForm } from "./add-target-form.tsx";
import { TargetCard } from "./target-card.tsx";
import { targetsQuery } from "./targets-api.ts";

export const meta = {
	title: `Assets | ${site.name}`,
	description: "Hosts you have shown to be yours, so that scans may probe them.",
	indexable: false,
} as const;

function Targets({ targets }: { targets: OwnedTarget[] }) {
	return (
		<>
			<AddTargetForm />
			{targets.length === 0 ? (
				<p className="mt-8 text-17 text-quiet">No host yet. Add one to see how to show that it is yours.</p>
			) : (
				<ul className="mt-8 grid max-w-[46rem] grid-cols-[minmax(0,1fr)] gap-4">
					{targets.map((target) => (
						<li key={target.id}>
							<TargetCard target={target} />
						</li>
					))}
				</ul>
			)}
		</>
	);
}

function Body({ view, retry }: { view: AccountView<OwnedTarget[]>; retry: () => void }) {
	switch (view.status) {
		case "unknown":
			return (
				<p className="text-17">
					Sign in, and the hosts you have shown to be yours are listed here.{" "}
					<Link to="/auth/login?next=/dashboard/assets">Sign in</Link>
				</p>
			);
		case "loading":
			return <p className="text-17">Reading your hosts.</p>;
		case "nothing-kept":
			return (
				<p className="text-17">Nothing kept on this device yet. Your hosts come as soon as there is a connection.</p>
			);
		case "failed":
			return (
				<div className="grid justify-items-start gap-4 text-17">
					<p role="alert">Your hosts could not be read. {view.why} Nothing was changed.</p>
					<Button variant="secondary" onClick={retry}>
						Try again
					</Button>
				</div>
			);
		case "locked":
			return <p className="text-17">Sign in again to see your hosts.</p>;
		case "signed-out":
			return <p className="text-17">Nothing is shown while you are signed out.</p>;
		case "shown":
			return (
				<>
					<StaleNote readAt={view.readAt} why={view.stale} />
					<Targets targets={view.data} />
				</>
			);
	}
}

/** The hosts an account may have probed, and the proof of it. */
export default function AssetsPage() {
	const account = useAccount();
	const enabled = account.status === "known" && !account.locked;
	const reading = useQuery({ ...targetsQuery, select: ({ targets }) => targets, enabled });
	const view = accountView(account, reading, useOnline());
	return (
		<div className="frame pt-8 pb-16">
			<h1 className="font-semibold text-26 tracking-[-0.01em]">Assets</h1>
			<p className="mt-2 mb-8 max-w-[62ch] text-15 text-quiet">
				Zap, Wapiti and Nmap probe a host, so they run only against hosts you have shown to be yours. A proof holds for
				90 days and is looked at again whenever such a scan runs.
			</p>
			<Body view={view} retry={() => void reading.refetch()} />
		</div>
	);
}

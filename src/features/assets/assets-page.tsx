import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Asset } from "#contract/findings/assets.ts";
import { EVALUATION_WORDS } from "#contract/findings/host-evaluation.ts";
import { counted } from "#contract/format/count.ts";
import { searchForms } from "#contract/scans/dns-form.ts";
import { site } from "#src/config/site.ts";
import { useAccount } from "#src/lib/account/use-account.ts";
import { type AccountView, accountView } from "#src/lib/data/account-view.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { assetsQuery } from "#src/lib/findings/assets-api.ts";
import { useScanEvents } from "#src/lib/scans/use-scan-events.ts";
import { RoleNote } from "#src/lib/workspace/members/role-note.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { ChoiceField } from "#src/ui/fields/choice-field.tsx";
import { TextField } from "#src/ui/fields/text-field.tsx";
import { listAddress, oneOf, typed } from "#src/ui/hooks/list-address.ts";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { RowList } from "#src/ui/list/row-list.tsx";
import { StaleNote } from "#src/ui/stale-note.tsx";
import { AddTargetForm } from "./add-target-form.tsx";
import { AssetCard } from "./asset-card.tsx";

/** What hosts can be filtered by, besides their name and client. */
const SHOWS = ["failed", "not-scanned", "partial", "full", "unverified"] as const;
type Show = (typeof SHOWS)[number];

const SHOW_LABELS: Record<Show, string> = { ...EVALUATION_WORDS, unverified: "Not verified yet" };

/** Which hosts are shown, according to the screen's address. */
const { readAddress, writeAddress } = listAddress({ q: typed(), show: oneOf(SHOWS, "") });
type AssetFilter = ReturnType<typeof readAddress>;

const isFiltered = ({ q, show }: AssetFilter): boolean => q.trim() !== "" || show !== "";

function matches({ host, client, claim, evaluation }: Asset, { q, show }: AssetFilter): boolean {
	const searched = `${host}\n${client.toLowerCase()}`;
	if (!searchForms(q.trim().toLowerCase()).some((form) => searched.includes(form))) return false;
	if (show === "unverified") return claim?.status === "unproven";
	return show === "" || evaluation.status === show;
}

export const meta = {
	title: `Assets | ${site.name}`,
	description: "Your hosts: which client they belong to, what is open on them, and the proof that they are yours.",
	indexable: false,
} as const;

const hostOf = ({ host }: Asset) => host;

/** With fewer hosts there is no search. */
const SEARCHED_FROM = 6;

function Assets({ assets }: { assets: readonly Asset[] }) {
	const { can, archived } = useScope();
	const { address, go } = useAddress(readAddress, writeAddress);
	const [text, setText] = useState(address.q);
	const [now] = useState(() => Date.now());
	// The verification steps start open only for a host that was just added: open for every pending host, they would hide the list.
	const [claimedBefore] = useState(() => new Set(assets.filter(({ claim }) => claim).map(hostOf)));
	// The search stays while it is in use, even after it was cleared.
	const [cameFiltered] = useState(() => isFiltered(address));
	// Typing filters at once; the address follows in a transition.
	const filter = { ...address, q: text };
	const shown = assets.filter((asset) => matches(asset, filter));
	return (
		<>
			{can("arrange") && !archived ? <AddTargetForm /> : <RoleNote permission="arrange" what="add or verify hosts" />}
			{(cameFiltered || assets.length >= SEARCHED_FROM) && (
				<search className="mt-8 grid max-w-[34rem] gap-3 md:grid-cols-2">
					<TextField
						id="assets-search"
						type="search"
						label="Search"
						placeholder="Host or client"
						autoComplete="off"
						value={text}
						onChange={({ target }) => {
							setText(target.value);
							go((now) => ({ ...now, q: target.value }));
						}}
					/>
					<ChoiceField
						id="assets-show"
						label="Show"
						none="All hosts"
						options={SHOWS.map((value) => ({ value, label: SHOW_LABELS[value] }))}
						value={address.show}
						onChange={({ target }) => go((now) => ({ ...now, show: target.value as Show | "" }))}
					/>
				</search>
			)}
			{isFiltered(filter) && (
				<p role="status" className="mt-2 text-13 text-quiet tabular-nums">
					{counted(shown.length, "host")} of {assets.length.toLocaleString("en")}
				</p>
			)}
			{assets.length === 0 && (
				<p className="mt-8 text-17 text-quiet">
					No host yet. Add one to see how to verify that it is yours. Hosts you scan are listed here too.
				</p>
			)}
			<div className="mt-8">
				<RowList
					label="Hosts"
					items={shown}
					keyOf={hostOf}
					total={shown.length}
					more={null}
					rowHeight={420}
					row={(asset) => <AssetCard asset={asset} now={now} isJustClaimed={!claimedBefore.has(asset.host)} />}
				/>
			</div>
		</>
	);
}

function Body({ view, retry }: { view: AccountView<Asset[]>; retry: () => void }) {
	switch (view.status) {
		case "unknown":
			return (
				<p className="text-17">
					Sign in, and your hosts are listed here: those you scan and those you have verified.{" "}
					<Link to="/auth/login?next=/dashboard/assets">Sign in</Link>
				</p>
			);
		case "loading":
			return <p className="text-17">Loading your hosts.</p>;
		case "nothing-kept":
			return (
				<p className="text-17">Nothing is saved on this device yet. Your hosts will load when there is a connection.</p>
			);
		case "failed":
			return (
				<div className="grid justify-items-start gap-4 text-17">
					<p role="alert">Your hosts could not be loaded. {view.why} Nothing was changed.</p>
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
					<Assets assets={view.data} />
				</>
			);
	}
}

/** The hosts of an account and their ownership verification. */
export default function AssetsPage() {
	const account = useAccount();
	const enabled = account.status === "known" && !account.locked;
	useScanEvents();
	const { scope } = useScope();
	const reading = useQuery({ ...assetsQuery(scope), select: ({ assets }) => assets, enabled });
	const view = accountView(account, reading, useOnline());
	return (
		<div className="frame pt-8 pb-16">
			<h1 className="font-semibold text-26 tracking-[-0.01em]">Assets</h1>
			<p className="mt-2 mb-8 max-w-[62ch] text-15 text-quiet">
				Zap, Wapiti and Nmap probe a host, so they run only on hosts that are verified as yours, with a file on the
				server that is scanned. Verification lasts 90 days, and we check the file again whenever such a scan runs.
			</p>
			<Body view={view} retry={() => void reading.refetch()} />
		</div>
	);
}

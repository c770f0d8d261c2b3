import { useState } from "react";
import type { Asset } from "#contract/findings/assets.ts";
import { ControlsAbout } from "#src/lib/controls/controls-about.tsx";
import { EvidenceAbout } from "#src/lib/evidence/evidence-section.tsx";
import { AssetClient } from "./asset-client.tsx";
import { AssetFacts } from "./asset-facts.tsx";
import { OwnershipSection } from "./ownership-section.tsx";
import { RemoveAsset } from "./remove-asset.tsx";

/** Evidence collected about a host. Loaded when opened: otherwise a list of hosts would send one request for each. */
function AssetEvidence({ host }: Pick<Asset, "host">) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mt-3 print:hidden">
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
				Collected evidence<span className="sr-only"> about {host}</span>
			</summary>
			{isOpen && <EvidenceAbout about={{ type: "asset", id: host }} />}
		</details>
	);
}

/** The controls affected by a host's findings. Loaded when opened, like the evidence. */
function AssetControls({ host }: Pick<Asset, "host">) {
	const [isOpen, setOpen] = useState(false);
	return (
		<details onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="mt-3 print:hidden">
			<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
				Controls<span className="sr-only"> that findings on {host} speak against</span>
			</summary>
			{isOpen && <ControlsAbout filter={{ host }} none="Its findings speak against none of your controls." />}
		</details>
	);
}

type Props = {
	asset: Asset;
	now: number;
	/** Whether it was claimed on this screen just now. */
	isJustClaimed: boolean;
};

/** One host: its client, its facts, its ownership verification, and its actions. */
export function AssetCard({ asset, now, isJustClaimed }: Props) {
	const { host, claim } = asset;
	const heading = `asset-${host}`;
	return (
		<article
			aria-labelledby={heading}
			className="mb-4 max-w-[46rem] rounded-card border border-line-strong bg-raised p-4 md:p-6"
		>
			<div className="flex items-start justify-between gap-4">
				<h2 id={heading} className="wrap-anywhere min-w-0 font-mono text-17 leading-snug">
					<bdi>{host}</bdi>
				</h2>
				<div className="-my-3 -me-1 flex-none">
					<RemoveAsset host={host} claim={claim} />
				</div>
			</div>
			<AssetClient asset={asset} />
			<AssetFacts asset={asset} now={now} />
			<AssetControls host={host} />
			<AssetEvidence host={host} />
			<div className="mt-4 border-line border-t pt-2">
				<OwnershipSection host={host} claim={claim} heading={heading} isJustClaimed={isJustClaimed} />
			</div>
		</article>
	);
}

import type { Asset } from "#contract/findings/assets.ts";
import { AssetClient } from "./asset-client.tsx";
import { AssetControls } from "./asset-controls.tsx";
import { AssetEvidence } from "./asset-evidence.tsx";
import { AssetFacts } from "./asset-facts.tsx";
import { OwnershipSection } from "./ownership-section.tsx";
import { RemoveAsset } from "./remove-asset.tsx";

type Props = {
	asset: Asset;
	now: number;
	/** If it is claimed, that was done on this screen just now. */
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

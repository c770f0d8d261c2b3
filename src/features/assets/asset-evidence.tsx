import { useState } from "react";
import type { Asset } from "#contract/findings/assets.ts";
import { EvidenceAbout } from "#src/lib/evidence/evidence-section.tsx";

/** What people have collected about a host. Read when it is opened: a list of hosts would ask for each. */
export function AssetEvidence({ host }: Pick<Asset, "host">) {
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

import { useState } from "react";
import type { Asset } from "#contract/findings/assets.ts";
import { ControlsAbout } from "#src/lib/controls/controls-about.tsx";

/** The controls that a host's findings speak against. Read when it is opened: a list of hosts would ask for each. */
export function AssetControls({ host }: Pick<Asset, "host">) {
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

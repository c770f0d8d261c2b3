import { useState } from "react";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { useAddress } from "#src/ui/hooks/use-address.ts";
import { Tabs } from "#src/ui/tabs.tsx";
import { AboutTab } from "./about/about-tab.tsx";
import { EffectivenessTab } from "./effectiveness/effectiveness-tab.tsx";
import { readAddress, TABS, writeAddress } from "./framework-address.ts";
import { ChooseDialog } from "./list/choose-dialog.tsx";
import { RequirementsTab } from "./requirements/requirements-tab.tsx";

const LABELS = { requirements: "Requirements", effectiveness: "Effectiveness", about: "About" } as const;

type Props = {
	/** As read at `readAt`, in milliseconds. */
	framework: FrameworkDetail;
	readAt: number;
};

/** One framework: its requirements, how its controls operated, and what the pack is. */
export function FrameworkView({ framework, readAt }: Props) {
	const { can } = useScope();
	const online = useOnline();
	const { address, go } = useAddress(readAddress, writeAddress);
	const [choosing, setChoosing] = useState(false);
	return (
		<>
			{framework.chosenAt === null && (
				<div className="mb-5 max-w-[62ch] border-line-strong border-s-4 ps-4">
					<p className="text-15">You have not chosen it. You can read it, and decisions from before are still there.</p>
					{can("arrange") && (
						<div className="mt-2 print:hidden">
							<Button
								variant="primary"
								dense
								aria-haspopup="dialog"
								disabled={!online}
								onClick={() => setChoosing(true)}
							>
								Choose it…
							</Button>
						</div>
					)}
				</div>
			)}
			<Tabs
				label={framework.name}
				selected={address.tab}
				onSelect={(tab) => go((now) => ({ ...now, tab }))}
				tabs={TABS.map((name) => ({ name, label: LABELS[name], count: null }))}
			>
				{address.tab === "requirements" && (
					<RequirementsTab framework={framework} readAt={readAt} address={address} go={go} />
				)}
				{address.tab === "effectiveness" && <EffectivenessTab framework={framework} address={address} go={go} />}
				{address.tab === "about" && <AboutTab framework={framework} readAt={readAt} />}
			</Tabs>
			{choosing && <ChooseDialog framework={framework} chosen onClose={() => setChoosing(false)} />}
		</>
	);
}

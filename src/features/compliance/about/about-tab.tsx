import { useState } from "react";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import { isOwn } from "#contract/frameworks/pack.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { ChooseDialog } from "../list/choose-dialog.tsx";
import { PackFacts } from "../list/pack-facts.tsx";
import { OwnSection } from "../own/own-section.tsx";
import { CatalogSection } from "./catalog-section.tsx";
import { StatementSection } from "./statement-section.tsx";

/** A framework's files, its official text, and what the pack is. `readAt`: in milliseconds. */
export function AboutTab({ framework, readAt }: { framework: FrameworkDetail; readAt: number }) {
	const { can } = useScope();
	const online = useOnline();
	const [givingUp, setGivingUp] = useState(false);
	const { id, chosenAt } = framework;
	return (
		<div className="max-w-[46rem]">
			<StatementSection framework={framework} readAt={readAt} />
			{isOwn(id) ? <OwnSection framework={framework} id={id} /> : <CatalogSection framework={framework} id={id} />}
			<Section id="pack" heading={isOwn(id) ? "About this framework" : "About this pack"}>
				<PackFacts framework={framework} />
			</Section>
			{chosenAt !== null && can("arrange") && (
				<p className="mt-8 print:hidden">
					<TextButton aria-haspopup="dialog" disabled={!online} onClick={() => setGivingUp(true)}>
						Give it up…
					</TextButton>
				</p>
			)}
			{givingUp && <ChooseDialog framework={framework} chosen={false} onClose={() => setGivingUp(false)} />}
		</div>
	);
}

import { OSCAL_MODELS, type Window } from "#contract/frameworks/effectiveness.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { effectivenessUrl, oscalUrl } from "#src/lib/compliance/frameworks-api.ts";
import { FileLinks } from "#src/lib/data/files/file-links.tsx";
import { useOnline } from "#src/lib/device/use-online.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";

const OSCAL_LABELS = {
	"assessment-results": "OSCAL assessment results",
	"plan-of-action-and-milestones": "OSCAL plan of action and milestones",
	"component-definition": "OSCAL component definition",
} as const;

/** The report as files. */
export function EffectivenessFiles({ framework, window }: { framework: FrameworkId; window: Window }) {
	const { scope } = useScope();
	const online = useOnline();
	return (
		<Section id="files" heading="Files of this time">
			{online ? (
				<div className="max-w-[46rem]">
					<FileLinks
						files={[
							{ label: "Report as PDF", href: effectivenessUrl(framework, "pdf", window, scope), download: "" },
							{ label: "Findings as CSV", href: effectivenessUrl(framework, "csv", window, scope), download: "" },
							...OSCAL_MODELS.map((model) => ({
								label: OSCAL_LABELS[model],
								href: oscalUrl(framework, model, window, scope),
								download: "",
							})),
						]}
					/>
				</div>
			) : (
				<p className="text-15 text-quiet">The files come from the server. They need a connection.</p>
			)}
		</Section>
	);
}

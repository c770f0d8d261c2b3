import { useState } from "react";
import { type ControlDetail, servedBy } from "#contract/controls/controls.ts";
import { counted } from "#contract/format/count.ts";
import type { FrameworkId } from "#contract/frameworks/pack.ts";
import { useFrameworks } from "#src/lib/compliance/frameworks-api.ts";
import { requirementPath } from "#src/lib/compliance/requirement-path.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Section } from "#src/ui/page/section.tsx";
import { TextButton } from "#src/ui/text-button.tsx";
import { LinkRequirementDialog } from "./link-requirement-dialog.tsx";

type ServedProps = { control: ControlDetail; frameworks: readonly FrameworkId[]; nameOf(id: FrameworkId): string };

function Served({ control, frameworks, nameOf }: ServedProps) {
	return (
		<dl className="grid gap-2">
			{frameworks.map((id) => (
				<div key={id}>
					<dt className="text-13 text-quiet">{nameOf(id)}</dt>
					<dd>
						<ul className="flex flex-wrap gap-x-4">
							{servedBy(control)
								.filter(({ framework }) => framework === id)
								.map(({ requirementId }) => (
									<li key={requirementId}>
										<Link
											to={requirementPath(id, requirementId)}
											className="wrap-anywhere inline-flex min-h-11 items-center font-mono text-15"
										>
											{requirementId}
										</Link>
									</li>
								))}
						</ul>
					</dd>
				</div>
			))}
		</dl>
	);
}

/** The requirements that a control serves, by framework, chosen frameworks first. Each links to its requirement. */
export function RequirementsSection({ control }: { control: ControlDetail }) {
	const { can } = useScope();
	const { nameOf, isChosen } = useFrameworks();
	const online = useOnline();
	const [linking, setLinking] = useState(false);
	const served = [...new Set(servedBy(control).map(({ framework }) => framework))];
	const chosen = served.filter(isChosen);
	const others = served.filter((id) => !isChosen(id));
	return (
		<Section id="requirements" heading="Requirements it serves">
			{served.length === 0 && <p className="text-15 text-quiet">It is linked to no requirement.</p>}
			<Served control={control} frameworks={chosen} nameOf={nameOf} />
			{others.length > 0 && (
				<details className="mt-1">
					<summary className="inline-flex min-h-11 cursor-pointer items-center text-15 text-accent underline underline-offset-4">
						{counted(others.length, "framework")} that you have not chosen
					</summary>
					<Served control={control} frameworks={others} nameOf={nameOf} />
				</details>
			)}
			{can("arrange") && (
				<p className="print:hidden">
					<TextButton aria-haspopup="dialog" disabled={!online} onClick={() => setLinking(true)}>
						Change links
					</TextButton>
					{!online && <span className="ms-3 text-13 text-quiet">This needs a connection.</span>}
				</p>
			)}
			{linking && <LinkRequirementDialog control={control} onClose={() => setLinking(false)} />}
		</Section>
	);
}

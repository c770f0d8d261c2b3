import type { FrameworkSummary } from "#contract/frameworks/frameworks.ts";
import { useOnline } from "#src/lib/device/use-online.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { Button } from "#src/ui/button.tsx";
import { KIND_LABELS } from "./kind-labels.ts";
import { PackFacts } from "./pack-facts.tsx";

type Props = { framework: FrameworkSummary; onChoose(): void };

/** A framework that is not chosen: its name, with a collapsed description of the pack below it. */
export function OtherFramework({ framework, onChoose }: Props) {
	const { can } = useScope();
	const online = useOnline();
	const { id, name, version, kind, requirements, units } = framework;
	return (
		<details className="group">
			<summary className="flex min-h-14 cursor-pointer items-center gap-3 py-2 marker:content-none">
				<svg
					viewBox="0 0 12 12"
					aria-hidden="true"
					className="size-3.5 flex-none transition-transform duration-120 group-open:rotate-90"
					fill="none"
					stroke="currentColor"
					strokeWidth={1.5}
				>
					<path d="M4.5 1.5 9 6l-4.5 4.5" />
				</svg>
				<span className="min-w-0">
					<span className="wrap-anywhere block font-semibold text-15">{name}</span>
					<span className="wrap-anywhere block text-13 text-quiet">
						{[KIND_LABELS[kind], version, `${requirements.toLocaleString("en")} ${units}`].filter(Boolean).join(" · ")}
					</span>
				</span>
			</summary>
			<div className="pb-5 ps-6">
				<PackFacts framework={framework} />
				<div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 print:hidden">
					{can("arrange") && (
						<Button
							variant="secondary"
							dense
							aria-haspopup="dialog"
							aria-label={`Choose ${name}…`}
							disabled={!online}
							onClick={onChoose}
						>
							Choose…
						</Button>
					)}
					<Link to={`/dashboard/compliance/${id}`} className="inline-flex min-h-11 items-center text-15">
						See its {units}
					</Link>
					{!online && can("arrange") && <p className="text-13 text-quiet">Choosing needs a connection.</p>}
				</div>
			</div>
		</details>
	);
}

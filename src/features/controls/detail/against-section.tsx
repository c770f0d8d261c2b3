import type { ControlDetail } from "#contract/controls/controls.ts";
import { counted } from "#contract/format/count.ts";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { Section } from "#src/ui/page/section.tsx";

/** The findings that speak against a control, by class. Each leads to them. */
export function AgainstSection({ control: { against } }: { control: ControlDetail }) {
	if (against.length === 0) return null;
	return (
		<Section id="against" heading="What speaks against it">
			<ul>
				{against.map(({ class: name, label, findings, high }) => (
					<li key={name} className="border-line border-t">
						<Link
							to={`/dashboard/vulnerabilities?${new URLSearchParams({ state: "all", view: "places", class: name })}`}
							className="flex min-h-11 items-center justify-between gap-4 py-1 text-15 text-ink no-underline hover:underline"
						>
							<span className="wrap-anywhere">{label}</span>
							<span className="flex-none text-13 text-quiet tabular-nums">
								{counted(findings, "finding")}
								{high > 0 && `, ${high.toLocaleString("en")} high`}
							</span>
						</Link>
					</li>
				))}
			</ul>
		</Section>
	);
}

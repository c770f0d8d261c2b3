import { counted } from "#contract/format/count.ts";
import type { FrameworkSummary } from "#contract/frameworks/frameworks.ts";
import { StandingReadout } from "#src/lib/controls/standing-badge.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";

/** A chosen framework: the client's status, and what is not decided yet. */
export function ChosenCard({ framework }: { framework: FrameworkSummary }) {
	const { id, name, version, requirements, units, decisions, standings } = framework;
	const open = decisions.undecided;
	return (
		<article
			aria-labelledby={`framework-${id}`}
			className="relative h-full rounded-card border border-line-strong bg-raised p-4 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent md:p-6"
		>
			<h2 id={`framework-${id}`} className="wrap-anywhere font-semibold text-20">
				<Link
					to={`/dashboard/compliance/${id}`}
					className="text-ink no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-none"
				>
					{name}
				</Link>
			</h2>
			<p className="wrap-anywhere text-13 text-quiet">
				{[version, `${requirements.toLocaleString("en")} ${units}`].filter(Boolean).join(" · ")}
			</p>
			<div className="mt-4">
				<StandingReadout counts={standings} label={`How ${name} stands`} />
			</div>
			<p className="mt-4 border-line border-t pt-3 text-15 tabular-nums">
				{open === 0 ? (
					"Everything is decided."
				) : (
					<>
						<strong>{counted(open, "open decision")}</strong>
						{decisions["not-applicable"] > 0 && ` · ${decisions["not-applicable"].toLocaleString("en")} not applicable`}
					</>
				)}
			</p>
		</article>
	);
}

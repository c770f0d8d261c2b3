import type { EvidenceSummary, Subject } from "#contract/evidence/evidence.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { ColorMark } from "#src/lib/workspace/clients/color-mark.tsx";
import { useWhose } from "#src/lib/workspace/clients/whose.tsx";
import { Link } from "#src/lib/workspace/routing/link.tsx";
import { isSameSubject } from "./about.ts";
import { freshnessOf, holdsText, lastDayText } from "./evidence-labels.ts";
import { EvidenceStateBadge } from "./evidence-state-badge.tsx";
import { EvidenceThumbnail } from "./evidence-thumbnail.tsx";
import { SubjectName } from "./subject-name.tsx";

type Props = {
	evidence: EvidenceSummary;
	/** The thing whose screen shows this row; the row need not repeat that link. */
	on?: Subject;
};

/** Hosts by name, and a count of the others, whose names a list does not know. */
function inShort(all: readonly Subject[]) {
	const groups = new Map<string, { type: Subject["type"]; first: Subject; count: number }>();
	for (const one of all) {
		const key = one.type === "asset" ? `asset ${one.id}` : one.type;
		const group = groups.get(key);
		if (group) group.count += 1;
		else groups.set(key, { type: one.type, first: one, count: 1 });
	}
	return [...groups.values()];
}

/** A piece of evidence in a list. The whole row links to its screen. */
export function EvidenceRow({ evidence, on }: Props) {
	const { id, title, clientId, takenAt, by, about, state, method, reviewedByAuthor } = evidence;
	const freshness = freshnessOf(evidence, Date.now());
	const whose = useWhose(clientId);
	const others = about.filter((one) => !on || !isSameSubject(one, on));
	return (
		<article className="relative flex gap-3 border-line border-b py-3 has-[a:focus-visible]:outline-2 has-[a:focus-visible]:outline-accent">
			<EvidenceThumbnail evidence={evidence} />
			<div className="min-w-0 grow">
				<p className="wrap-anywhere font-semibold text-15">
					<Link
						to={`/dashboard/evidence/${id}`}
						className="text-ink no-underline after:absolute after:inset-0 hover:underline focus-visible:outline-none"
					>
						<bdi>{title}</bdi>
					</Link>
				</p>
				<p className="wrap-anywhere flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-quiet tabular-nums">
					<EvidenceStateBadge state={state} />
					{reviewedByAuthor === true && <span>Reviewed by its author</span>}
					<span>{timeText(takenAt)}</span>
					<span>{method === "automatic" ? "Recorded by Plumbline" : by.name}</span>
					<span>{holdsText(evidence)}</span>
					{freshness !== "current" && (
						<span className="font-semibold text-ink">{lastDayText(evidence, Date.now())}</span>
					)}
				</p>
				{whose && (
					<p className="wrap-anywhere mt-0.5 flex items-baseline gap-1.5 text-13">
						<ColorMark color={whose.color} />
						<bdi>{whose.name}</bdi>
					</p>
				)}
				{others.length > 0 && (
					<ul aria-label={`${title} is about`} className="mt-1 flex flex-wrap gap-1.5">
						{inShort(others).map(({ first, type, count }) => (
							<li
								key={`${type}:${first.id}`}
								className="wrap-anywhere max-w-full rounded-control border border-line px-1.5 text-13"
							>
								{count > 1 ? counted(count, type) : <SubjectName about={first} />}
							</li>
						))}
					</ul>
				)}
			</div>
		</article>
	);
}

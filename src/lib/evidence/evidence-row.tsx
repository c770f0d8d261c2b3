import type { EvidenceSummary, Subject } from "#contract/evidence/evidence.ts";
import { counted } from "#contract/format/count.ts";
import { timeText } from "#contract/format/time.ts";
import { ColorMark } from "#src/lib/workspace/color-mark.tsx";
import { Link } from "#src/lib/workspace/link.tsx";
import { hasClients } from "#src/lib/workspace/shown.ts";
import { useScope } from "#src/lib/workspace/use-scope.ts";
import { isSameSubject } from "./about.ts";
import { EvidenceThumbnail } from "./evidence-thumbnail.tsx";
import { SubjectName } from "./subject-name.tsx";

type Props = {
	evidence: EvidenceSummary;
	/** The thing whose screen it is on: that it is about it says the screen itself. */
	on?: Subject;
};

/** A piece of evidence in a list. All of it leads to its screen. */
export function EvidenceRow({ evidence, on }: Props) {
	const { id, title, clientId, takenAt, by, files, about } = evidence;
	const { workspace, client } = useScope();
	const whose = client === null && hasClients(workspace) && workspace?.clients.find((one) => one.id === clientId);
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
				<p className="wrap-anywhere flex flex-wrap gap-x-2 text-13 text-quiet tabular-nums">
					<span>{timeText(takenAt)}</span>
					<span>{by.name}</span>
					<span>{files.length > 0 ? counted(files.length, "file") : "Note"}</span>
				</p>
				{whose && (
					<p className="wrap-anywhere mt-0.5 flex items-baseline gap-1.5 text-13">
						<ColorMark color={whose.color} />
						<bdi>{whose.name}</bdi>
					</p>
				)}
				{others.length > 0 && (
					<ul aria-label={`${title} is about`} className="mt-1 flex flex-wrap gap-1.5">
						{others.map((one) => (
							<li
								key={`${one.type}:${one.id}`}
								className="wrap-anywhere max-w-full rounded-control border border-line px-1.5 text-13"
							>
								<SubjectName about={one} />
							</li>
						))}
					</ul>
				)}
			</div>
		</article>
	);
}

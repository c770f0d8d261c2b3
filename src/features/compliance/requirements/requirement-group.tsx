import { useState } from "react";
import { counted } from "#contract/format/count.ts";
import type { FrameworkDetail } from "#contract/frameworks/frameworks.ts";
import type { Entry } from "#src/requests/entry.ts";
import { CheckField } from "#src/ui/fields/check-field.tsx";
import { RequirementRow } from "./requirement-row.tsx";
import { decidableIn, type Group, groupCounts } from "./requirement-tree.ts";
import type { Decide } from "./use-decide.tsx";

type Props = {
	framework: FrameworkDetail;
	group: Group;
	/** Whether it starts open. */
	opens: boolean;
	/** The id of the requirement that is open; empty if none is. */
	opened: string;
	onOpen(id: string): void;
	words: readonly Entry[];
	/** Requirements selected for a bulk decision; null when not selecting. */
	chosen: ReadonlySet<string> | null;
	onChoose(ids: readonly string[], isChosen: boolean): void;
	decide: Decide;
};

/** A heading with its requirements, collapsed until opened. */
export function RequirementGroup({ group, opens, chosen, onChoose, ...row }: Props) {
	const { heading, parts } = group;
	const holdsOpened = parts.some(({ requirement }) => requirement.id === row.opened);
	const [isOpen, setOpen] = useState(opens || holdsOpened || heading === null);
	const { all, undecided, against } = groupCounts(group);
	const leaves = decidableIn(group);
	const facts = [
		counted(all, "requirement"),
		undecided > 0 && `${undecided.toLocaleString("en")} not decided`,
		against > 0 && `${against.toLocaleString("en")} with evidence against`,
	].filter((fact) => fact !== false);
	return (
		<section aria-label={heading ? `${heading.id} ${heading.title}` : "Requirements"} className="border-line border-t">
			{heading && (
				<h2>
					<button
						type="button"
						aria-expanded={isOpen}
						onClick={() => setOpen(!isOpen)}
						className="flex min-h-14 w-full cursor-pointer items-center gap-3 py-2 text-start"
					>
						<svg
							viewBox="0 0 12 12"
							aria-hidden="true"
							className={`size-3.5 flex-none transition-transform duration-120 ${isOpen ? "rotate-90" : ""}`}
							fill="none"
							stroke="currentColor"
							strokeWidth={1.5}
						>
							<path d="M4.5 1.5 9 6l-4.5 4.5" />
						</svg>
						<span className="min-w-0">
							<span className="wrap-anywhere block font-semibold text-17">
								<span className="me-2 font-mono font-normal text-15 text-quiet">{heading.id}</span>
								{heading.title}
							</span>
							<span className="block text-13 text-quiet tabular-nums">{facts.join(" · ")}</span>
						</span>
					</button>
				</h2>
			)}
			{isOpen && (
				<div className={heading ? "pb-4 md:ps-6" : "pb-4"}>
					{chosen && leaves.length > 1 && (
						<CheckField
							id={`all-${heading?.id ?? ""}`}
							checked={leaves.every((id) => chosen.has(id))}
							onChange={({ target }) => onChoose(leaves, target.checked)}
						>
							All {leaves.length.toLocaleString("en")} of these
						</CheckField>
					)}
					{parts.map(({ requirement }) =>
						requirement.isHeading ? (
							<div key={requirement.id} className="mt-4 mb-1">
								<h3 className="wrap-anywhere font-semibold text-15">
									<span className="me-2 font-mono font-normal text-13 text-quiet">{requirement.id}</span>
									{requirement.title}
								</h3>
							</div>
						) : (
							<RequirementRow
								key={requirement.id}
								requirement={requirement}
								isChosen={chosen === null || requirement.always ? null : chosen.has(requirement.id)}
								onChoose={(isChosen) => onChoose([requirement.id], isChosen)}
								{...row}
							/>
						),
					)}
				</div>
			)}
		</section>
	);
}
